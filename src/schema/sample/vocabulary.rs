//! The words of samples: what a title, a city or an ingredient looks like. Names and hosts are made up (`.example`).

use crate::json::Document;

use super::names::{Spot, words};

/// What a schema seems to be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theme {
    Kitchen,
    Trade,
    Support,
    Travel,
    Plain,
}

impl Theme {
    /// Guesses from the keys and titles of a schema.
    pub(super) fn of(schema: &Document) -> Theme {
        let mut counts = [0usize; 4];
        for value in (0..schema.len()).filter_map(|index| schema.value(index)) {
            for word in words(&value.key().unwrap_or_default()) {
                let theme = match word.as_str() {
                    "ingredient" | "ingredients" | "recipe" | "servings" | "grams" | "garnish" | "cuisine" => 0,
                    "invoice" | "order" | "sku" | "price" | "quantity" | "total" | "vat" | "customer" | "lines" => 1,
                    "ticket" | "sentiment" | "category" | "label" | "priority" | "severity" | "reasoning" => 2,
                    "trip" | "flight" | "hotel" | "itinerary" | "city" | "destination" | "departure" => 3,
                    _ => continue,
                };
                counts[theme] += 1;
            }
        }
        let most = counts.into_iter().max().unwrap_or(0);
        match counts.into_iter().position(|count| count == most).filter(|_| most > 0) {
            Some(0) => Theme::Kitchen,
            Some(1) => Theme::Trade,
            Some(2) => Theme::Support,
            Some(3) => Theme::Travel,
            _ => Theme::Plain,
        }
    }
}

/// Words that lengthen a text.
pub(super) const FILLER: [&str; 12] =
    ["and", "after", "a", "short", "pause", "the", "work", "goes", "on", "as", "it", "should,"];

const DISHES: [&str; 5] = [
    "Lemon and chickpea stew",
    "Roast squash with sage",
    "Mushroom barley soup",
    "Tomato and fennel tart",
    "Pear crumble",
];
const FOODS: [&str; 10] = [
    "chickpeas",
    "lemon",
    "baby spinach",
    "garlic",
    "olive oil",
    "red onion",
    "cumin",
    "flat parsley",
    "sea salt",
    "yoghurt",
];
const KITCHEN_STEPS: [&str; 6] = [
    "Soften the onion and garlic in olive oil over a low heat",
    "Add the cumin and stir until it smells warm",
    "Tip in the chickpeas with a cup of water and simmer",
    "Fold in the spinach and let it wilt",
    "Finish with lemon juice, salt and parsley",
    "Rest for five minutes before serving",
];
const UNITS: [&str; 5] = ["g", "ml", "tbsp", "piece", "tsp"];
const WARES: [&str; 8] = [
    "Oak desk lamp",
    "Linen notebook, A5",
    "Ceramic mug, blue",
    "Wool blanket",
    "Brass pen",
    "Cork tray",
    "Glass carafe",
    "Walnut shelf",
];
const PEOPLE: [&str; 8] = [
    "Mira Halloran",
    "Jonas Okafor",
    "Ana Lindqvist",
    "Tomás Rivera",
    "Yuki Tanabe",
    "Elif Demir",
    "Noor van Dijk",
    "Ravi Menon",
];
const COMPANIES: [&str; 5] =
    ["Northwind Paper Co.", "Halden & Sons", "Blue Heron Studio", "Orchard Lane Ltd", "Ferry Street Press"];
const CITIES: [&str; 8] = ["Lisbon", "Utrecht", "Oslo", "Porto", "Ghent", "Trieste", "Tallinn", "Kraków"];
const COUNTRIES: [&str; 6] = ["Portugal", "Netherlands", "Norway", "Belgium", "Italy", "Estonia"];
const COUNTRY_CODES: [&str; 6] = ["PT", "NL", "NO", "BE", "IT", "EE"];
const STREETS: [&str; 5] = ["14 Rua das Flores", "3 Harbour Street", "72 Maple Avenue", "8 Mill Lane", "21 Kanaalweg"];
const TAGS: [&str; 8] = ["quick", "seasonal", "family", "new", "verified", "weekend", "archived", "local"];
const SUMMARIES: [&str; 5] = [
    "A short, clear account of what was found and what it means.",
    "Everything asked for is here; two details were checked twice.",
    "The main points agree, and the open question is named at the end.",
    "It fits together well, with one small point left to confirm.",
    "In brief: it works as described and needs no further step.",
];
const REASONS: [&str; 5] = [
    "The message speaks of a charge that appeared twice, so it is about an invoice.",
    "Two sources agree on the figure, and the third gives no number.",
    "The wording is calm and asks for help rather than for a refund.",
    "The date in the text fits the one in the record.",
    "It names the page and the button, which points to a fault and not to a question.",
];
const SUBJECTS: [&str; 5] = [
    "Charged twice in November",
    "Cannot sign in after the update",
    "Where do I change my address?",
    "Export stops at page 12",
    "A question about the yearly plan",
];
const TITLES: [&str; 6] = [
    "Field notes from the harbour",
    "A quiet week in review",
    "What the survey says",
    "Plan for the spring",
    "Three findings, one question",
    "The long way home",
];
const TRIPS: [&str; 5] = [
    "Four days in Lisbon",
    "A weekend on the Oslo fjord",
    "Ghent by bicycle",
    "Trieste in autumn",
    "Tallinn old and new",
];
const STEPS: [&str; 6] = [
    "Collect the material",
    "Check the figures against the source",
    "Draft the first version",
    "Ask for a second pair of eyes",
    "Correct and publish",
    "Write down what was learned",
];
const PLAIN: [&str; 10] =
    ["amber", "birch", "cedar", "delta", "ember", "fjord", "garnet", "harbour", "indigo", "juniper"];
const COLOURS: [&str; 6] = ["teal", "ochre", "slate", "coral", "moss", "ivory"];
const LANGUAGES: [&str; 5] = ["English", "Portuguese", "Dutch", "Norwegian", "Italian"];
const CURRENCIES: [&str; 4] = ["EUR", "USD", "GBP", "NOK"];
const STATES: [&str; 4] = ["done", "open", "in progress", "confirmed"];

fn from(list: &[&str], number: usize) -> String {
    list[number % list.len()].to_owned()
}

/// A text that suits the name.
pub(super) fn text(spot: &Spot, theme: Theme, number: usize) -> String {
    let says = |list: &[&str]| spot.says(list);
    let code = |prefix: &str| format!("{prefix}-{}", 1_040 + number * 7 % 8_000);
    if says(&["email", "mail"]) {
        return of_format("email", spot, number).unwrap_or_default();
    }
    if says(&["url", "uri", "link", "website", "homepage", "href"]) {
        return of_format("uri", spot, number).unwrap_or_default();
    }
    if says(&["uuid", "guid"]) {
        return of_format("uuid", spot, number).unwrap_or_default();
    }
    if says(&["timestamp", "datetime"]) || spot.words.last().is_some_and(|w| w == "at") {
        return of_format("date-time", spot, number).unwrap_or_default();
    }
    if says(&["date", "birthday", "deadline", "due"]) || spot.words.last().is_some_and(|w| w == "on") {
        return of_format("date", spot, number).unwrap_or_default();
    }
    if says(&["time"]) {
        return format!("{:02}:{:02}", 8 + number % 10, number * 15 % 60);
    }
    if says(&["phone", "telephone", "mobile", "fax"]) {
        return format!("+351 21 555 {:04}", 100 + number * 37 % 9_000);
    }
    if spot.words.last().is_some_and(|w| w == "number") && spot.inside(&["phone", "contact"]) {
        return format!("+351 21 555 {:04}", 100 + number * 37 % 9_000);
    }
    if says(&["currency"]) {
        return from(&CURRENCIES, spot.depth.min(1) * (number / 97));
    }
    if says(&["iban"]) {
        return "NL91ABNA0417164300".to_owned();
    }
    if says(&["sku"]) {
        return code("SKU");
    }
    if says(&["id", "identifier", "reference", "ref"])
        || spot.words.last().is_some_and(|w| w == "number" || w == "code")
    {
        let letters: String = spot.words.first().map(|w| w.chars().take(3).collect()).unwrap_or_default();
        let prefix = if letters.len() < 2 || letters == "id" { "REF".to_owned() } else { letters.to_uppercase() };
        return code(&prefix);
    }
    if says(&["quote", "excerpt", "evidence", "citation", "snippet"]) {
        return from(&["as the second page says", "in the words of the report", "from the notes of 14 May"], number);
    }
    if says(&["street", "address"]) {
        return from(&STREETS, number);
    }
    if says(&["postcode", "zip", "postal"]) {
        return format!("{:04}-{:03}", 1_000 + number * 53 % 8_000, 100 + number * 31 % 800);
    }
    if says(&["city", "town", "location", "place", "destination", "origin"]) {
        return from(&CITIES, number);
    }
    if says(&["country"]) {
        return from(if says(&["code", "iso"]) { &COUNTRY_CODES } else { &COUNTRIES }, number);
    }
    if says(&[
        "company",
        "organization",
        "organisation",
        "vendor",
        "supplier",
        "employer",
        "merchant",
        "seller",
        "brand",
    ]) {
        return from(&COMPANIES, number);
    }
    if says(&["ingredient", "garnish"]) || (spot.inside(&["ingredient"]) && says(&["name", "item", "food"])) {
        return from(&FOODS, number);
    }
    if says(&["unit"]) {
        return from(&UNITS, number);
    }
    if says(&["language"]) {
        return from(&LANGUAGES, number);
    }
    if says(&["color", "colour"]) {
        return from(&COLOURS, number);
    }
    if says(&["tag", "keyword", "topic"]) {
        return from(&TAGS, number);
    }
    if says(&["status", "state"]) {
        return from(&STATES, number / 97);
    }
    if says(&["step", "instruction", "action", "task", "method", "todo"]) {
        return from(if theme == Theme::Kitchen { &KITCHEN_STEPS } else { &STEPS }, spot.ordinal);
    }
    if says(&["reason", "reasoning", "rationale", "explanation", "justification", "why"]) {
        return from(&REASONS, number);
    }
    if says(&[
        "summary",
        "abstract",
        "description",
        "overview",
        "conclusion",
        "answer",
        "body",
        "content",
        "text",
        "message",
    ]) && !(theme == Theme::Trade && spot.inside(&["item", "line", "product"]))
    {
        return from(&SUMMARIES, number);
    }
    if says(&["note", "comment", "remark"]) {
        return from(&["checked twice", "as agreed on Monday", "keeps for three days", "please confirm"], number);
    }
    if says(&["subject", "headline", "issue", "problem"]) {
        return from(if theme == Theme::Support { &SUBJECTS } else { &TITLES }, number);
    }
    if says(&["product", "item", "article", "ware", "description"])
        || (spot.inside(&["item", "line", "product", "position", "order"]) && says(&["name", "title"]))
    {
        return from(if theme == Theme::Kitchen { &FOODS } else { &WARES }, number);
    }
    if says(&["title", "heading", "dish", "recipe"]) || (spot.depth < 2 && theme == Theme::Kitchen && says(&["name"])) {
        return from(
            match theme {
                Theme::Kitchen => &DISHES,
                Theme::Travel => &TRIPS,
                Theme::Support => &SUBJECTS,
                _ => &TITLES,
            },
            number,
        );
    }
    if says(&["first", "given"]) && says(&["name"]) {
        return from(&PEOPLE, number).split(' ').next().unwrap_or_default().to_owned();
    }
    if says(&["last", "family", "surname"]) {
        return from(&PEOPLE, number).rsplit(' ').next().unwrap_or_default().to_owned();
    }
    if says(&["file", "filename", "path"]) {
        return format!("notes/{}.md", from(&PLAIN, number));
    }
    let person =
        ["name", "author", "customer", "owner", "person", "user", "contact", "assignee", "client", "buyer", "employee"];
    if says(&person) {
        return from(&PEOPLE, number);
    }
    from(&PLAIN, number)
}

/// A text of a format; `None` for formats that are not known here.
pub(super) fn of_format(format: &str, spot: &Spot, number: usize) -> Option<String> {
    let day = 1 + number % 27;
    let month = 1 + number / 27 % 12;
    let who = from(&PEOPLE, number).to_lowercase();
    let who: String = who.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '.' }).collect();
    let host = if spot.inside(&["company", "vendor"]) { "orchard.example" } else { "harbour.example" };
    Some(match format {
        "date-time" => format!("2026-{month:02}-{day:02}T{:02}:{:02}:00Z", 8 + number % 10, number * 5 % 60),
        "date" => format!("2026-{month:02}-{day:02}"),
        "time" => format!("{:02}:{:02}:00Z", 8 + number % 10, number * 15 % 60),
        "duration" => format!("PT{}M", 5 + number * 5 % 50),
        "email" | "idn-email" => format!("{who}@{host}"),
        "hostname" | "idn-hostname" => format!("{}.harbour.example", from(&PLAIN, number)),
        "ipv4" => format!("192.0.2.{}", 1 + number % 250),
        "ipv6" => format!("2001:db8::{:x}", 1 + number % 65_000),
        "uri" | "iri" | "url" => format!("https://{host}/{}", from(&PLAIN, number)),
        "uri-reference" | "iri-reference" => format!("/{}", from(&PLAIN, number)),
        "uri-template" => "/notes/{id}".to_owned(),
        "uuid" => {
            let mixed = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let tail = mixed & 0xFFFF_FFFF_FFFF;
            format!(
                "{:08x}-{:04x}-4{:03x}-8{:03x}-{tail:012x}",
                mixed >> 32,
                mixed >> 16 & 0xFFFF,
                mixed & 0xFFF,
                mixed >> 8 & 0xFFF
            )
        }
        "json-pointer" => format!("/{}", from(&PLAIN, number)),
        "relative-json-pointer" => "1/note".to_owned(),
        "regex" => "^[a-z]+$".to_owned(),
        _ => return None,
    })
}

/// A name for an entry of an object whose names are open.
pub(super) fn key(spot: &Spot, number: usize) -> String {
    if spot.says(&["language", "translation", "locale"]) {
        return from(&["en", "pt", "nl", "no", "it"], number);
    }
    if spot.says(&["score", "rating", "metric"]) {
        let known = ["clarity", "accuracy", "depth", "tone", "pace"];
        return known.get(number).map_or_else(|| format!("metric{}", number + 1), |name| (*name).to_owned());
    }
    plain(number)
}

/// A plain word, another one for each number.
pub(super) fn plain(number: usize) -> String {
    match PLAIN.get(number) {
        Some(word) => (*word).to_owned(),
        None => format!("{}{}", PLAIN[number % PLAIN.len()], number / PLAIN.len() + 1),
    }
}

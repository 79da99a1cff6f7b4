import Foundation
import Granary

extension Questions {
    /// Comparisons and functions of texts.
    mutating func texts() {
        ask("Which products begin with “Paper” or “paper”?") {
            try $0.fetch(Product.where { $0.name.hasPrefix("paper", .caseInsensitive) }).map(\.name)
        }
        ask("Which products begin with “Notebook”?") {
            try $0.fetch(Product.where { $0.name.hasPrefix("Notebook") }).map(\.name)
        }
        ask("Which products end with “m”?") {
            try $0.fetch(Product.where { $0.name.hasSuffix("m") }).map(\.name)
        }
        ask("Which products contain a percent sign?") {
            try $0.fetch(Product.where { $0.name.contains("%") }).map(\.name)
        }
        ask("Which names contain an underscore?") {
            try $0.fetch(Product.where { $0.name.contains("_") }).map(\.name)
        }
        ask("Which products match a pattern with both wildcards?") {
            try $0.fetch(Product.where { $0.name.like(["P", .anyOne, "n", .anyRun, "l ", .anyRun]) }).map(
                \.name)
        }
        ask("Which customers are called “Nordlys” in any case?") {
            try $0.fetch(Customer.where { $0.name.equals("NORDLYS", .caseInsensitive) }).map(\.name)
        }
        ask("Which customers are called “Åse Lys” in any case?") {
            try $0.fetch(Customer.where { $0.name.equals("åse lys", .caseInsensitive) }).map(\.name)
        }
        ask("Which customers contain “gross”, with a sharp s or not?") {
            try $0.fetch(Customer.where { $0.name.contains("GROSS", .caseInsensitive) }).map(\.name)
        }
        ask("Which customers are called “Café Nord” in exactly the composed form?") {
            try $0.fetch(Customer.where { $0.name == "Caf\u{E9} Nord" }).map(\.code)
        }
        ask("Which customers are called “Cafe Nord”, with marks or without?") {
            try $0.fetch(
                Customer.where { $0.name.equals("cafe nord", [.caseInsensitive, .diacriticInsensitive]) }
            )
            .map(\.code)
        }
        ask("Which suppliers' names contain “emile”, with marks or without?") {
            try $0.fetch(
                Supplier.where { $0.name.contains("emile", [.caseInsensitive, .diacriticInsensitive]) }
            )
            .map(\.name)
        }
        ask("Which reviews say “très bon” in any spelling?") {
            try $0.fetch(
                Review.where { $0.text.equals("tres bon", [.caseInsensitive, .diacriticInsensitive]) }
            ).map(\.id)
        }
        ask("Which reviews end with a sigma of any kind?") {
            try $0.fetch(Review.where { $0.text.hasSuffix("Σ", .caseInsensitive) }).map(\.id)
        }
        ask("Which reviews say that the street is missing, with “ß” or “SS”?") {
            try $0.fetch(Review.where { $0.text.hasPrefix("strasse", .caseInsensitive) }).map(\.id)
        }
        ask("Which customers come first by the bytes of their names?") {
            try $0.fetch(Customer.all.sorted { $0.name.ascending }.limit(12)).map(\.name)
        }
        ask("Which customers come last by the bytes of their names?") {
            try $0.fetch(Customer.all.sorted { $0.name.descending }.limit(8)).map(\.name)
        }
        ask("How long are the names of products, in scalars and bytes?") {
            try $0.select(Product.all) { ($0.name, $0.name.scalarCount, $0.name.byteCount) }
        }
        ask("Which products have the longest names?") {
            try $0.fetch(Product.all.sorted { $0.name.scalarCount.descending }.limit(5)).map(\.name)
        }
        ask("How are the cities written in capitals?") {
            try $0.distinct(Customer.where { $0.city != nil }) { $0.city.uppercased() }
        }
        ask("How are the suppliers written in small letters?") {
            try $0.select(Supplier.all) { $0.name.lowercased() }
        }
        ask("Which customers' names have spaces at an end?") {
            try $0.fetch(Customer.where { $0.name != $0.name.trimmed() }).map(\.code)
        }
        ask("Which reviews have a text, but one that is blank?") {
            try $0.fetch(Review.where { $0.text.isBlank }).map(\.id)
        }
        ask("What are the first three letters of the products, and the fifth and sixth?") {
            try $0.select(Product.all) { ($0.name.part(from: 0, count: 3), $0.name.part(from: 4, count: 2)) }
        }
        ask("Where is the first space in the names of customers?") {
            try $0.select(Customer.all) { ($0.code, $0.name.position(of: " ")) }
        }
        ask("How do the charts read with another word?") {
            try $0.select(Product.where { $0.name.contains("Chart") }) {
                $0.name.replacing("Chart", with: "Map")
            }
        }
        ask("What are the labels of the customers of Poland, with city and country?") {
            try $0.select(Customer.where { $0.country == "PL" }) {
                $0.name.appending(", ").appending($0.city).appending(" (").appending($0.country).appending(
                    ")")
            }
        }
        ask("Which employees have a last name with the first letter of their first?") {
            try $0.fetch(
                Employee.where { $0.last.contains($0.first.part(from: 0, count: 1), .caseInsensitive) }
            )
            .map(\.last)
        }
        ask("How many orders go to a city whose letters the customer's city begins with?") {
            try $0.count(Order.where { $0.customer.city.hasPrefix($0.city) })
        }
        ask("How do numbers of orders read as texts with a prefix?") {
            try $0.select(Order.where { $0.id % 50 == 0 }) { $0.constant("No. ").appending($0.id.text) }
        }
        ask("Which telephone numbers end in an even number?") {
            try $0.fetch(
                Customer.where { $0.phone.part(from: 4).integerValue % 2 == 0 }
            ).map(\.phone)
        }
        ask("What are the prices of dear products as texts?") {
            try $0.select(Product.where { $0.price > 49.5 }) {
                ($0.id, $0.price.text, $0.isDiscontinued.text)
            }
        }
        ask("Which names of products hold a number behind five letters, and which?") {
            try $0.select(
                Product.where { $0.name.part(from: 5, count: 2).integerValue != nil }
            ) { ($0.name, $0.name.part(from: 5, count: 2).integerValue) }
        }
        ask("Which letters do the keys of customers begin with, and how often?") {
            try $0.grouped(Customer.all, by: { $0.code.part(from: 0, count: 1) }) { $0.count() }
        }
        ask("Which products contain a character beyond the first plane?") {
            try $0.fetch(Product.where { $0.name.contains("💡") }).map(\.name)
        }
        ask("Which identifier has a product, also as a text?") {
            try $0.select(Product.where { $0.id == 1 }) { ($0.sku, $0.sku.text) }
        }
    }
}

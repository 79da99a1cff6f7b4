import Foundation
import Granary

extension Questions {
    /// Searches for words.
    mutating func searches() {
        ask("Which products have the word “lantern” in their names?") {
            try $0.fetch(Product.where { $0.name.matches("lantern") }).map(\.name)
        }
        ask("Which products have a word that begins with “pap” in their names?") {
            try $0.fetch(Product.where { $0.name.matches("pap*") }).map(\.name)
        }
        ask("Which products are of paper or lamps, but not for writing?") {
            try $0.fetch(Product.where { $0.name.matches("(paper OR lamp) NOT writing") }).map(\.name)
        }
        ask("Which products name the north sea, with these words side by side?") {
            try $0.fetch(Product.where { $0.name.matches("\"north sea\"") }).map(\.name)
        }
        ask("Which products have the word “wool” in their names, also before an underscore?") {
            try $0.fetch(Product.where { $0.name.matches("WOOL") }).map(\.name)
        }
        ask("Which products have the letter “紙” in their names?") {
            try $0.fetch(Product.where { $0.name.matches("紙") }).map(\.name)
        }
        ask("Which products and which reviews name a street, with “ß” or “SS”?") {
            try $0.fetch(Product.where { $0.name.matches("STRASSE") }).map(\.name)
                + $0.fetch(Review.where { $0.text.matches("strasse") }).map { "\($0.id)" }
        }
        ask("How many reviews with a text say neither “bon” nor “ok”?") {
            try $0.count(Review.where { $0.text.matches("NOT (bon OR ok)") })
        }
        ask("Which products fit “paper lantern storm” best?") {
            let search = "paper OR lantern OR storm"
            return try $0.select(
                Product.where { $0.name.matches(search) }.sorted { $0.name.rank(of: search).descending }
                    .sorted { $0.id.ascending }.limit(5)
            ) { ($0.name, $0.name.rank(of: search)) }
        }
        ask("Where are “paper” and words with “lan” at their beginning in the names?") {
            let search = "paper OR lan*"
            return try $0.select(Product.where { $0.name.matches(search) }) {
                $0.name.highlighting(search, from: "<", to: ">")
            }
        }
        ask("How many orders have a lamp or a lantern?") {
            try $0.count(Order.where { $0.lines.any { $0.product.name.matches("lamp OR lantern") } })
        }
        ask("How many products of each category have a word with “b” at its beginning?") {
            try $0.grouped(Product.where { $0.name.matches("b*") }, by: { $0.category.name }) { $0.count() }
        }
    }
}

import Foundation
import Granary

extension Questions {
    /// Sets of queries, queries over the objects of others, distinct rows, and pages.
    mutating func sets() {
        ask("Which products are cheap or discontinued, as a union?") {
            try $0.fetch(Product.where { $0.price < 3 }.union(Product.where { $0.isDiscontinued })).map(\.id)
        }
        ask("Which products are among the ten dearest and the ten heaviest?") {
            let (dearest, heaviest) = (
                Product.all.sorted { $0.price.descending }.limit(10),
                Product.all.sorted { $0.weight.descending }.limit(10)
            )
            return try $0.fetch(dearest.intersection(heaviest).sorted { $0.name.ascending }).map(\.name)
        }
        ask("Which of the twenty newest orders are not among the fifty dearest?") {
            try $0.fetch(
                Order.all.sorted { $0.placed.descending }.limit(20)
                    .subtracting(Order.all.sorted { $0.freight.descending }.limit(50))
            ).map(\.id)
        }
        ask("How many orders are late, returned or without a customer, each once?") {
            try $0.count(
                Order.where { $0.sent > $0.due }.union(Order.where { $0.status == .returned })
                    .union(Order.where { $0.customer == nil }))
        }
        ask("Which customers are in a union of two countries but not in a list of cities, the last three?") {
            try $0.fetch(
                Customer.where { $0.country == "NO" }.union(Customer.where { $0.country == "DE" })
                    .subtracting(Customer.where { $0.city.isIn(["Oslo", "Husum"]) })
                    .sorted { $0.name.descending }.limit(3)
            ).map(\.name)
        }
        ask("What is the freight of the orders of a union?") {
            try $0.aggregate(
                Order.where { $0.country == "IE" }.union(Order.all.sorted { $0.placed.ascending }.limit(5))
            ) {
                ($0.count(), $0.freight.sum)
            }
        }
        ask("How many orders of each status are among the thirty newest?") {
            try $0.grouped(
                Order.all.sorted { $0.placed.descending }.limit(30).asSource().sorted { $0.id.ascending },
                by: { $0.status }
            ) { $0.count() }
        }
        ask("Which of the ten dearest products are of paper?") {
            try $0.fetch(
                Product.all.sorted { $0.price.descending }.limit(10).asSource().where {
                    $0.category.name == "Paper"
                }
            ).map(\.name)
        }
        ask("Which orders of the ten newest come first by freight?") {
            try $0.fetch(
                Order.all.sorted { $0.placed.descending }.limit(10).asSource().sorted {
                    $0.freight.descending
                }.limit(3)
            ).map(\.id)
        }
        ask("Which countries do customers come from?") { try $0.distinct(Customer.all) { $0.country } }
        ask("Which countries do customers come from, from the end of the alphabet?") {
            try $0.distinct(Customer.all.sorted { $0.country.descending }.limit(4)) { $0.country }
        }
        ask("Which pairs of country and city do customers have, the second ten?") {
            try $0.distinct(
                Customer.all.sorted { $0.country.ascending }.sorted { $0.city.ascending }.offset(10).limit(10)
            ) { ($0.country, $0.city) }
        }
        ask("Which countries were products from each supplier's country sent to?") {
            try $0.distinct(OrderLine.where { $0.product.supplier != nil && $0.order.freight > 50 }) {
                ($0.product.supplier.country, $0.order.country)
            }
        }
        ask("Which years and halves of years have orders?") {
            try $0.distinct(Order.all) { ($0.placed.year, ($0.placed.month + 5) / 6 - 1) }
        }
        ask("What is on the first page of orders by freight?") {
            try $0.page(Order.all.sorted { $0.freight.descending }, size: 7).objects.map(\.id)
        }
        ask("What is on the third page of products by weight, where many have none?") { context in
            let query = Product.all.sorted { $0.weight.ascending }
            let second = try context.page(query, size: 6)
            guard let cursor = second.next else { return [Int]() }
            let third = try context.page(query.after(cursor), size: 6)
            guard let next = third.next else { return [Int]() }
            return try context.page(query.after(next), size: 6).objects.map(\.id)
        }
        ask("How many pages of customers of some countries are there, and how long is the last?") { context in
            let query = Customer.where { $0.country != "NO" }.sorted { $0.name.ascending }
            var (pages, page) = (1, try context.page(query, size: 9))
            while let next = page.next {
                page = try context.page(query.after(next), size: 9)
                pages += 1
            }
            return (pages, page.objects.count, page.objects.last?.name)
        }
        ask("Which are the first three orders that a stream passes on, of those with a freight?") { context in
            var found: [Int] = []
            try context.stream(Order.where { $0.freight > 0 }) {
                found.append($0.id)
                return found.count < 3
            }
            return found
        }
        ask("Which is the first order of a status, or none?") {
            (
                try $0.first(Order.where { $0.status == .packed }.sorted { $0.placed.ascending })?.id,
                try $0.first(Order.where { $0.freight > 1_000 })?.id
            )
        }
    }

    /// A model with a filter of its own.
    mutating func reviews() {
        ask("How many reviews does everybody see?") { try $0.count(Review.all) }
        ask("How many reviews are there with hidden ones?") { try $0.count(Review.all.unfiltered("hidden")) }
        ask("Which reviews are hidden?") {
            try $0.fetch(Review.where { $0.hidden != nil }.unfiltered()).map(\.id)
        }
        ask("Which products have a review of one star that is seen?") {
            try $0.fetch(Product.where { $0.reviews.any { $0.stars == 1 } }).map(\.id)
        }
        ask("Which products have a review of one star, seen or hidden?") {
            try $0.fetch(Product.where { $0.reviews.any { $0.stars == 1 } }.unfiltered("hidden")).map(\.id)
        }
        ask("How many reviews does each product have, seen ones alone?") {
            try $0.select(Product.where { $0.reviews.count > 0 }) { ($0.id, $0.reviews.count) }
        }
        ask("How many reviews of each number of stars are seen, and how many with a text?") {
            try $0.grouped(Review.all, by: { $0.stars }) { ($0.count(), $0.text.valueCount) }
        }
        ask("What are the mean stars of products with three or more reviews, the best first?") {
            try $0.grouped(
                Review.where { $0.product != nil }, by: { $0.product.id }, { ($0.stars.average, $0.count()) },
                arranged: { $0.having { $0.count() >= 3 }.sorted { $0.stars.average.descending } })
        }
        ask("What does the newest seen review of each product say?") {
            try $0.select(Product.where { !$0.reviews.isEmpty }) {
                ($0.id, $0.reviews.first { $0.written.descending }.text)
            }
        }
        ask("Which customers have written most reviews that are seen?") {
            try $0.select(
                Customer.all.sorted { $0.reviews.count.descending }.sorted { $0.code.ascending }.limit(6)
            ) {
                ($0.code, $0.reviews.count)
            }
        }
        ask("Which texts of reviews occur several times, whatever their case?") {
            try $0.grouped(
                Review.where { $0.text != nil }, by: { $0.text.lowercased() }, { $0.count() },
                arranged: { $0.having { $0.count() > 1 } })
        }
        ask("Which products have a hidden review alone?") {
            try $0.fetch(
                Product.where { $0.reviews.isEmpty }
                    .intersection(
                        Product.where { $0.id.isIn(Review.all.unfiltered("hidden").values { $0.product.id }) }
                    )
            ).map(\.id)
        }
    }
}

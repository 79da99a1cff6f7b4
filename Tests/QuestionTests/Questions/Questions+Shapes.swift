import Foundation
import Granary

extension Questions {
    /// Lists and objects as columns, and the best of each group.
    mutating func shapes() {
        ask("Which are the two dearest lines of each of the first orders?") {
            try $0.select(Order.where { $0.id <= 8 }) {
                (
                    $0.id,
                    $0.lines.sorted { ($0.price * $0.quantity).descending }.limit(2).select {
                        ($0.id, $0.quantity)
                    }
                )
            }
        }
        ask("Which words are on each product with several, in a list?") {
            try $0.select(Product.where { $0.tags.count > 1 }) { ($0.id, $0.tags.select { $0.word }) }
        }
        ask("Which words but “sale” are on each product of Light, from the end of the alphabet?") {
            try $0.select(Product.where { $0.category.name == "Light" }) {
                (
                    $0.name,
                    $0.tags.where { $0.word != "sale" }.sorted { $0.word.descending }.select { $0.word }
                )
            }
        }
        ask("Which are the second and third newest order of each Irish customer?") {
            try $0.select(Customer.where { $0.country == "IE" }) {
                (
                    $0.code,
                    $0.orders.sorted { $0.placed.descending }.offset(1).limit(2).select { ($0.id, $0.placed) }
                )
            }
        }
        ask("Which two customers of each region come first, each with two orders of the highest freight?") {
            try $0.select(Region.all) {
                (
                    $0.code,
                    $0.customers.limit(2).select {
                        (
                            $0.code,
                            $0.orders.sorted { $0.freight.descending }.limit(2).select { ($0.id, $0.freight) }
                        )
                    }
                )
            }
        }
        ask("What do the seen reviews of each product with one of five stars say, newest first?") {
            try $0.select(Product.where { $0.reviews.any { $0.stars == 5 } }) {
                ($0.id, $0.reviews.sorted { $0.written.descending }.select { ($0.stars, $0.text) })
            }
        }
        ask("Which reviews, seen or hidden, has each of the first products?") {
            try $0.select(Product.where { $0.id <= 12 }) {
                ($0.id, $0.reviews.unfiltered("hidden").select { $0.id })
            }
        }
        ask("Who is the boss of each intern, and who reports to the boss?") {
            try $0.select(Employee.where { $0.title == "Intern" }) { employee in
                (
                    employee.last, employee.boss.last,
                    employee.boss.reports.select { $0.last }
                )
            }
        }
        ask("Which lines of each order above number 170 are dearer than the mean of its lines?") {
            try $0.select(Order.where { $0.id > 170 }) { order in
                (
                    order.id,
                    order.lines.where { $0.price.optional > order.lines.average { $0.price }.outer() }.select
                    { $0.id }
                )
            }
        }
        ask("Who is the customer of each of the first orders, as an object?") {
            try $0.select(Order.where { $0.id <= 12 }) { ($0.id, $0.customer.object) }.map {
                ($0.0, $0.1?.name)
            }
        }
        ask("Which is the dearest product of each category, as an object?") {
            try $0.select(Category.all) { ($0.name, $0.products.first { $0.price.descending }.object) }.map {
                ($0.0, $0.1?.name, $0.1?.price)
            }
        }
        ask("Which three products of each supplier are first by name, as objects?") {
            try $0.select(Supplier.all) {
                ($0.object(), $0.products.sorted { $0.name.ascending }.limit(3).select { $0.object() })
            }.map { ($0.0.name, $0.1.map(\.id)) }
        }
        ask(
            "In which months of 2024 did each employee sell something with a freight above a hundred, and to whom?"
        ) {
            try $0.select(Employee.where { !$0.orders.isEmpty }) {
                (
                    $0.last,
                    $0.orders.where { $0.placed.year == 2024 && $0.freight > 100 }.sorted {
                        $0.placed.ascending
                    }
                    .select { ($0.placed.month, $0.customer.name) }
                )
            }
        }
        ask("What are the children of each category, each with its dearest price?") {
            try $0.select(Category.where { $0.parent == nil }) {
                ($0.name, $0.children.select { ($0.name, $0.products.maximum { $0.price }) })
            }
        }
        best()
    }

    /// The best of each group.
    private mutating func best() {
        ask("Which three orders of each status were the newest?") {
            try $0.fetch(Order.all.sorted { $0.placed.descending }, first: 3, ofEach: { $0.status }).map {
                ($0.status, $0.id)
            }
        }
        ask("Which two seen reviews of each product of paper are the best, newest first among equals?") {
            try $0.fetch(
                Review.where { $0.product.category.name == "Paper" }.sorted { $0.stars.descending }
                    .sorted { $0.written.descending }, first: 2, ofEach: { $0.product }
            ).map(\.id)
        }
        ask("Which order of the most pieces was placed in each year?") {
            try $0.fetch(
                Order.all.sorted { $0.lines.sum { $0.quantity }.descending }, first: 1,
                ofEach: { $0.placed.year }
            ).map(\.id)
        }
        ask("Which two lines of each customer in the north were the dearest, three relationships away?") {
            try $0.fetch(
                OrderLine.where { $0.order.customer.region.code == "N" }
                    .sorted { ($0.price * $0.quantity).descending }, first: 2, ofEach: { $0.order.customer }
            ).map(\.id)
        }
        ask("Which is the best paid employee of each title, those without one together?") {
            try $0.fetch(Employee.all.sorted { $0.salary.descending }, first: 1, ofEach: { $0.title }).map(
                \.last)
        }
    }
}

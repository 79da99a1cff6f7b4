import Foundation
import Granary

extension Questions {
    /// Calculations and functions of numbers.
    mutating func numbers() {
        ask("What is the value of each product in stock?") {
            try $0.select(Product.where { $0.stock > 0 }) { ($0.name, $0.price * $0.stock) }
        }
        ask("Which products in stock are worth more than 1,000 together?") {
            try $0.fetch(Product.where { $0.price * $0.stock > 1_000 }).map(\.id)
        }
        ask("Which products have to be ordered again?") {
            try $0.fetch(Product.where { $0.stock <= $0.reorder.integer }).map(\.id)
        }
        ask("By how much are products above or below their reorder level?") {
            try $0.select(Product.all.sorted { ($0.stock - $0.reorder.integer).ascending }) {
                ($0.id, $0.stock - $0.reorder.integer, ($0.stock - $0.reorder.integer).absolute)
            }
        }
        ask("Which orders have a number that leaves 3 when it is divided by 23?") {
            try $0.fetch(Order.where { $0.id % 23 == 3 }).map(\.id)
        }
        ask("What is each line worth, with its discount?") {
            try $0.select(OrderLine.where { $0.id <= 40 }) {
                ($0.id, $0.price * $0.quantity * (-$0.discount + 1))
            }
        }
        ask("Which lines are worth more than 2,000?") {
            try $0.fetch(
                OrderLine.where { $0.price * $0.quantity * (-$0.discount + 1) > 2_000 }
            ).map(\.id)
        }
        ask("Which ten lines let off the most?") {
            try $0.select(
                OrderLine.all.sorted { ($0.price * $0.quantity * $0.discount).descending }.limit(10)
            ) { ($0.id, $0.price * $0.quantity * $0.discount) }
        }
        ask("What do products cost with tax, rounded to cents?") {
            try $0.select(Product.all) { ($0.id, ($0.price * 1.19).rounded(places: 2)) }
        }
        ask("What do products cost with tax, rounded to even cents?") {
            try $0.select(Product.all) {
                ($0.id, ($0.price * 1.25).rounded(places: 2, rule: .toNearestOrEven))
            }
        }
        ask("What do products cost without cents, up and down?") {
            try $0.select(Product.where { $0.price < 20 }) { ($0.price, $0.price.floor, $0.price.ceiling) }
        }
        ask("What is a third of the price of each product?") {
            try $0.select(Product.where { $0.id <= 12 }) { ($0.id, $0.price / 3) }
        }
        ask("How much do all pieces of a product weigh?") {
            try $0.select(Product.where { $0.stock > 0 }) { ($0.id, $0.weight * $0.stock.real) }
        }
        ask("How much does a kilogram of each product cost, as a real number?") {
            try $0.select(Product.where { $0.weight != nil }) { ($0.id, $0.price.real / $0.weight) }
        }
        ask("What are the weights in grams, as whole numbers?") {
            try $0.select(Product.all) { ($0.id, ($0.weight * 1_000).integer) }
        }
        ask("What are the weights as decimals with one place?") {
            try $0.select(Product.all) { ($0.id, $0.weight.decimal(places: 1, rule: .down)) }
        }
        ask("How many dozens are in each line, and how many pieces beside?") {
            try $0.select(OrderLine.where { $0.quantity > 5 && $0.id < 100 }) {
                ($0.id, $0.quantity / 12, $0.quantity % 12)
            }
        }
        ask("What is the smaller of stock and a hundred, and the larger of stock and ten?") {
            try $0.select(Product.all) { ($0.id, $0.stock.smaller(100), $0.stock.larger(10)) }
        }
        ask("Which lines are cheaper than their product is now?") {
            try $0.fetch(OrderLine.where { $0.price.optional < $0.product.price }).map(\.id)
        }
        ask("By how much do the prices of lines differ from those of products?") {
            try $0.distinct(OrderLine.where { $0.product != nil }) { $0.product.price - $0.price }
        }
        ask("What is the opposite of each priority?") {
            try $0.distinct(Order.all) { -$0.priority.integer }
        }
        ask("Which priorities stay negative when they are doubled and one is added?") {
            try $0.select(Order.where { $0.priority.integer * 2 + 1 < 0 }) {
                ($0.id, $0.priority.integer * 2 + 1)
            }
        }
        ask("What are the square roots of stocks?") {
            try $0.distinct(Product.all) { ($0.stock, $0.stock.squareRoot) }
        }
        ask("What are the squares of weights?") {
            try $0.distinct(Product.all) { ($0.weight, $0.weight.power(2)) }
        }
        ask("Which products have a price of whole units?") {
            try $0.fetch(Product.where { $0.price == $0.price.truncated }).map(\.id)
        }
        ask("Which tenths of freights have three places?") {
            try $0.distinct(Order.where { $0.freight / 10 != ($0.freight / 10).rounded(places: 2) }) {
                $0.freight / 10
            }
        }
        ask("What are salaries by month, in whole cents?") {
            try $0.select(Employee.all) { ($0.last, ($0.salary / 12).rounded(places: 2)) }
        }
        ask("Which employees earn more than half of what their boss earns?") {
            try $0.fetch(Employee.where { $0.salary * 2 > $0.boss.salary.or(0) }).map(\.last)
        }
        ask("How are three calculations written?") {
            try $0.select(Product.where { $0.id == 3 }) {
                (($0.stock * 2).text, ($0.price * 2).text, ($0.weight * 2).text)
            }
        }
    }
}

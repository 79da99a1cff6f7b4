import Foundation
import Granary

extension Questions {
    /// Changes of all objects of a query in one call; what follows looks at them and takes them back.
    mutating func batches() {
        ask("How many products become dearer by a tenth, and what do all cost then?") { context in
            let dear = Product.where { $0.price > 90 }
            let before = try context.select(dear) { ($0.id, $0.price) }
            let changed = try context.updateAll(dear) {
                $0.price.set(to: ($0.price * 1.1).rounded(places: 2))
            }
            let sum = try context.aggregate(Product.all) { $0.price.sum }
            for (id, price) in before {
                try context.updateAll(Product.where { $0.id == id }) { $0.price.set(to: price) }
            }
            return (changed, sum)
        }
        ask("How many products get a stock of twice their reorder level, and what is in stock then?") {
            context in
            let empty = try context.select(Product.where { $0.stock == 0 }) { $0.id }
            let changed = try context.updateAll(Product.where { $0.stock == 0 }) {
                $0.stock.set(to: $0.reorder.integer * 2)
            }
            let sum = try context.aggregate(Product.all) { $0.stock.sum }
            try context.updateAll(Product.where { $0.id.isIn(empty) }) { $0.stock.set(to: 0) }
            return (changed, sum)
        }
        ask("How many customers get a credit by a condition on their orders, and another telephone?") {
            context in
            let good = Customer.where { $0.credit == nil && $0.orders.count > 3 }
            let before = try context.select(good) { ($0.code, $0.phone) }
            let changed = try context.updateAll(good) {
                $0.credit.set(to: 77.5)
                $0.phone.set(to: $0.country)
            }
            let found = try context.count(
                Customer.where { $0.credit == 77.5 && $0.phone == $0.country })
            for (code, phone) in before {
                try context.updateAll(Customer.where { $0.code == code }) {
                    $0.credit.set(to: nil)
                    $0.phone.set(to: phone)
                }
            }
            return (changed, found)
        }
        ask("How many employees of a list of another query earn what the mean is?") { context in
            let sellers = Employee.where {
                $0.id.isIn(Order.where { $0.status == .returned }.values { $0.employee.id })
            }
            let before = try context.select(sellers) { ($0.id, $0.salary) }
            let changed = try context.updateAll(sellers) {
                $0.salary.set(to: Employee.all.average { $0.salary }.or(0))
            }
            let salaries = try context.distinct(sellers) { $0.salary }
            for (id, salary) in before {
                try context.updateAll(Employee.where { $0.id == id }) { $0.salary.set(to: salary) }
            }
            return (changed, salaries.first)
        }
        ask("How many tags are deleted that were added, and how many stay?") { context in
            try context.insert(contentsOf: ["zebra", "zinc", "zoo"].map { Tag(word: $0) })
            try context.save()
            return (
                try context.deleteAll(Tag.where { $0.word.hasPrefix("z") && $0.products.isEmpty }),
                try context.count(Tag.all)
            )
        }
    }
}

import Foundation
import Granary

extension Questions {
    /// Parts of structures.
    mutating func structures() {
        ask("Which suppliers are north of the fiftieth degree?") {
            try $0.fetch(Supplier.where { $0.address.position.latitude > 50 }).map(\.name)
        }
        ask("Which suppliers have no address, and which only no position?") {
            (
                try $0.fetch(Supplier.where { $0.address.isNil }).map(\.name),
                try $0.fetch(Supplier.where { !$0.address.isNil && $0.address.position.isNil }).map(\.name)
            )
        }
        ask("Which suppliers have a street but no zip code, or an empty one?") {
            try $0.select(
                Supplier.where { !$0.address.isNil && ($0.address.zip == nil || $0.address.zip == "") }
            ) {
                ($0.address.street, $0.address.zip)
            }
        }
        ask("Which zip codes are there, from the last?") {
            try $0.distinct(Supplier.all.sorted { $0.address.zip.descending }) { $0.address.zip }
        }
        ask("How many suppliers does each zip code have, if several?") {
            try $0.grouped(
                Supplier.where { $0.address.zip != nil }, by: { $0.address.zip }, { $0.count() },
                arranged: { $0.having { $0.count() > 1 } })
        }
        ask("Which suppliers have had their address longest?") {
            try $0.select(
                Supplier.where { $0.address.since != nil }.sorted { $0.address.since.ascending }
                    .sorted { $0.name.ascending }.limit(3)
            ) { ($0.name, $0.address.since) }
        }
        ask("In which years did suppliers move in, and how many?") {
            try $0.grouped(Supplier.all, by: { $0.address.since.year }) { $0.count() }
        }
        ask("How far north are the northernmost and the southernmost supplier, and all on average?") {
            try $0.aggregate(Supplier.all) {
                (
                    $0.address.position.latitude.maximum, $0.address.position.latitude.minimum,
                    $0.address.position.latitude.average
                )
            }
        }
        ask("Which streets have a number from 4 to 5, whatever the language?") {
            try $0.select(
                Supplier.where { $0.address.street.hasSuffix(" 4") || $0.address.street.hasSuffix(" 5") }
            ) {
                $0.address.street
            }
        }
        ask("Which streets contain “bryggen”, whatever their case?") {
            try $0.select(Supplier.where { $0.address.street.contains("BRYGGEN", .caseInsensitive) }) {
                ($0.name, $0.address.street)
            }
        }
        ask("Which products come from a supplier with the zip code 5003?") {
            try $0.fetch(Product.where { $0.supplier.address.zip == "5003" }).map(\.id)
        }
        ask("How many pieces were ordered from east and west of the tenth degree?") {
            try $0.grouped(
                OrderLine.where { $0.product.supplier.address.position.longitude != nil },
                by: { $0.product.supplier.address.position.longitude > 10 }
            ) { $0.quantity.sum }
        }
        ask("Which categories have a product from north of the sixtieth degree?") {
            try $0.fetch(
                Category.where { $0.products.any { $0.supplier.address.position.latitude > 60 } }
            ).map(\.name)
        }
        ask("How many suppliers get a new zip code, and what do they have then?") { context in
            let before = try context.select(Supplier.where { $0.address.zip == "5003" }) { $0.id }
            let changed = try context.updateAll(Supplier.where { $0.id.isIn(before) }) {
                $0.address.zip.set(to: "5004")
                $0.address.position.latitude.set(to: 61)
            }
            let found = try context.select(Supplier.where { $0.address.zip == "5004" }) {
                ($0.name, $0.address.street, $0.address.position.latitude, $0.address.position.longitude)
            }
            try context.updateAll(Supplier.where { $0.id.isIn(before) }) {
                $0.address.zip.set(to: "5003")
                $0.address.position.latitude.set(to: 60.25)
            }
            return (changed, found)
        }
        ask("Which suppliers live nearest to the equator, with no position last?") {
            try $0.fetch(
                Supplier.all.sorted { ($0.address.position.latitude ?? 90).ascending }
                    .sorted { $0.id.ascending }
            ).map(\.id)
        }
        lists()
    }

    /// Lists of values and of structures.
    private mutating func lists() {
        ask("How many telephones does each supplier have?") {
            try $0.select(Supplier.all) { ($0.name, $0.phones.count) }
        }
        ask("Which suppliers can be called in an emergency?") {
            try $0.fetch(Supplier.where { $0.phones.contains("112") }).map(\.name)
        }
        ask("Which suppliers have a Norwegian number, and which only such ones?") {
            (
                try $0.fetch(Supplier.where { $0.phones.any { $0.hasPrefix("+47") } }).map(\.id),
                try $0.fetch(
                    Supplier.where { !$0.phones.isEmpty && $0.phones.all { $0.hasPrefix("+47") } }
                ).map(\.id)
            )
        }
        ask("Which suppliers have no telephone, in vain?") {
            try $0.fetch(Supplier.where { $0.phones.isEmpty }).map(\.name)
        }
        ask("What are the first and the second number of each supplier?") {
            try $0.select(Supplier.all.sorted { $0.phones[0].ascending }.sorted { $0.id.ascending }) {
                ($0.id, $0.phones[0], $0.phones[1])
            }
        }
        ask("How many suppliers have how many telephones?") {
            try $0.grouped(Supplier.all, by: { $0.phones.count }) { $0.count() }
        }
        ask("How many telephones do suppliers have, in all and on average?") {
            try $0.aggregate(Supplier.all) { ($0.phones.count.sum, $0.phones.count.average) }
        }
        ask("Which products are made of brass, and of brass first?") {
            (
                try $0.fetch(Product.where { $0.materials.contains("brass") }).map(\.name),
                try $0.fetch(Product.where { $0.materials[0] == "brass" }).map(\.name)
            )
        }
        ask("Of how many products is it not known what they are made of, and of how many is it nothing?") {
            (
                try $0.count(Product.where { $0.materials.isNil }),
                try $0.fetch(Product.where { $0.materials.isEmpty }).map(\.name),
                try $0.count(Product.where { $0.materials.count == nil })
            )
        }
        ask("Which products are made of nothing but paper and cotton, as far as is known?") {
            try $0.fetch(
                Product.where {
                    $0.materials.count > 0
                    $0.materials.all { $0 == "paper" || $0 == "cotton" }
                }
            ).map(\.name)
        }
        ask("Which products contain no glass, of those of known material in Light?") {
            try $0.fetch(
                Product.where {
                    $0.category.name == "Light" && $0.materials.count != nil
                    $0.materials.none { $0 == "glass" }
                }
            ).map(\.name)
        }
        ask("Which products are sold in packs of two dozen or more?") {
            try $0.fetch(Product.where { $0.packs.any { $0.pieces >= 24 } }).map(\.id)
        }
        ask("Which products have a pack in a tin without a price?") {
            try $0.fetch(
                Product.where {
                    $0.packs.any {
                        $0.wrap == .tin; $0.price == nil
                    }
                }
            ).map(\.id)
        }
        ask("Which products have packs, of which all have a price below a hundred?") {
            try $0.fetch(
                Product.where { !$0.packs.isEmpty && $0.packs.all { $0.price < 100 } }
            ).map(\.id)
        }
        ask("How many products have no pack in paper?") {
            try $0.count(Product.where { $0.packs.none { $0.wrap == .paper } })
        }
        ask("What is the first pack of each product of wool?") {
            try $0.select(Product.where { $0.category.name == "Wool" }) {
                ($0.id, $0.packs[0].pieces, $0.packs[0].price, $0.packs[0].wrap)
            }
        }
        ask("What does a piece cost in the first pack, and how much less than alone?") {
            try $0.select(
                Product.where { $0.packs[0].price / $0.packs[0].pieces < $0.price }
                    .sorted { $0.id.ascending }.limit(8)
            ) { ($0.id, ($0.price - $0.packs[0].price / $0.packs[0].pieces).rounded(places: 2)) }
        }
        ask("How many products have a first pack of each kind?") {
            try $0.grouped(Product.all, by: { $0.packs[0].wrap }) { ($0.count(), $0.packs[0].pieces.sum) }
        }
        ask("Which suppliers have a product in packs of fifty, two relationships and a list away?") {
            try $0.fetch(Supplier.where { $0.products.any { $0.packs.any { $0.pieces == 50 } } }).map(\.name)
        }
        ask("Which orders have a line of something made of brass?") {
            try $0.fetch(Order.where { $0.lines.any { $0.product.materials.contains("brass") } }).map(\.id)
        }
    }
}

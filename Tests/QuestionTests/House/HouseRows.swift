import Foundation
import Granary

/// The rows of the order database, as `Answers/house.json` has them.
struct HouseRows: Decodable {
    var region, category, supplier, product, tag, customer, employee, shipper, orders, line, review: [[Cell]]
    var productTags: [[Cell]]
    var employeeRegions: [[Cell]]

    private enum CodingKeys: String, CodingKey {
        case region, category, supplier, product, tag, customer, employee, shipper, orders, line, review
        case productTags = "product_tag"
        case employeeRegions = "employee_region"
    }

    /// Reads the file.
    static func read() throws -> HouseRows {
        try JSONDecoder().decode(HouseRows.self, from: Data(contentsOf: AnswerFiles.url(of: "house.json")))
    }

    /// One value of a row, read as whatever the model wants.
    enum Cell: Decodable {
        case null
        case bool(Bool)
        case number(Double)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let bool = try? container.decode(Bool.self) {
                self = .bool(bool)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }

        var isTrue: Bool {
            if case .bool(true) = self { true } else { false }
        }
        var real: Double? {
            if case .number(let number) = self { number } else { nil }
        }
        var integer: Int? { real.map { Int($0) } }
        var text: String? {
            if case .text(let text) = self { text } else { nil }
        }
        var decimal: Decimal? { text.flatMap { Decimal(string: $0) } }
        var uuid: UUID? { text.flatMap { UUID(uuidString: $0) } }
        var date: Date? { text.flatMap { try? Date($0, strategy: .iso8601) } }
    }
}

extension HouseRows {
    /// Inserts everything, and saves it at once.
    func insert(into context: Context) throws {
        let regions = try inserted(region, context, \.code) {
            try Region(code: text($0[0]), name: text($0[1]))
        }
        let products = try insertProducts(into: context)
        let employees = try insertEmployees(into: context, regions)
        let customers = try inserted(customer, context, \.code) { row in
            let customer = try Customer(
                code: text(row[0]), name: text(row[1]), city: row[2].text, country: text(row[3]),
                phone: row[4].text, joined: moment(row[5]), credit: row[6].decimal)
            customer.region = row[7].text.flatMap { regions[$0] }
            return customer
        }
        try insertOrders(into: context, of: customers, by: employees, products)
        _ = try inserted(review, context, \.id) { row in
            let review = try Review(
                id: number(row[0]), stars: number(row[3]), text: row[4].text, written: moment(row[5]),
                hidden: row[6].date)
            review.product = row[1].integer.flatMap { products[$0] }
            review.customer = row[2].text.flatMap { customers[$0] }
            return review
        }
        try context.save()
    }

    /// The products with their categories, suppliers and tags.
    private func insertProducts(into context: Context) throws -> [Int: Product] {
        let categories = try inserted(category, context, \.id) { row in
            try Category(id: number(row[0]), name: text(row[1]), note: row[2].text)
        }
        for row in category {
            categories[try number(row[0])]?.parent = row[3].integer.flatMap { categories[$0] }
        }
        let suppliers = try inserted(supplier, context, \.id) { row in
            try Supplier(
                id: number(row[0]), name: text(row[1]), city: row[2].text, country: text(row[3]),
                rating: row[4].real, address: document(row[5]), phones: required(document(row[6])))
        }
        let products = try inserted(product, context, \.id) { row in
            let product = try Product(
                id: number(row[0]), name: text(row[1]), price: money(row[4]), stock: number(row[5]),
                reorder: Int16(number(row[6])), weight: row[7].real, isDiscontinued: row[8].isTrue,
                launched: row[9].date, sku: row[10].uuid, packs: required(document(row[11])),
                materials: document(row[12]))
            product.category = row[2].integer.flatMap { categories[$0] }
            product.supplier = row[3].integer.flatMap { suppliers[$0] }
            return product
        }
        let tags = try inserted(tag, context, \.word) { Tag(word: try text($0[0])) }
        for row in productTags {
            if let tag = tags[try text(row[1])] { products[try number(row[0])]?.tags.append(tag) }
        }
        return products
    }

    private func insertEmployees(
        into context: Context, _ regions: [String: Region]
    ) throws -> [Int: Employee] {
        let employees = try inserted(employee, context, \.id) { row in
            try Employee(
                id: number(row[0]), first: text(row[1]), last: text(row[2]), title: row[3].text,
                born: moment(row[4]), hired: moment(row[5]), salary: money(row[6]))
        }
        for row in employee { employees[try number(row[0])]?.boss = row[7].integer.flatMap { employees[$0] } }
        for row in employeeRegions {
            if let region = regions[try text(row[1])] {
                employees[try number(row[0])]?.regions.append(region)
            }
        }
        return employees
    }

    /// The orders with their lines.
    private func insertOrders(
        into context: Context, of customers: [String: Customer], by employees: [Int: Employee],
        _ products: [Int: Product]
    ) throws {
        let shippers = try inserted(shipper, context, \.id) { row in
            try Shipper(id: number(row[0]), name: text(row[1]))
        }
        let orders = try inserted(self.orders, context, \.id) { row in
            let order = try Order(
                id: number(row[0]), placed: moment(row[4]), due: row[5].date, sent: row[6].date,
                freight: money(row[7]), city: row[8].text, country: text(row[9]),
                status: required(row[10].text.flatMap { OrderStatus(rawValue: $0) }),
                priority: row[11].integer.map { Int8($0) })
            order.customer = row[1].text.flatMap { customers[$0] }
            order.employee = row[2].integer.flatMap { employees[$0] }
            order.shipper = row[3].integer.flatMap { shippers[$0] }
            return order
        }
        _ = try inserted(line, context, \.id) { row in
            let line = try OrderLine(
                id: number(row[0]), quantity: number(row[3]), price: money(row[4]), discount: money(row[5]))
            line.order = orders[try number(row[1])]
            line.product = row[2].integer.flatMap { products[$0] }
            return line
        }
    }

    /// Inserts an object for each row, and returns them by their keys.
    private func inserted<Object: Model, Key: Hashable>(
        _ rows: [[Cell]], _ context: Context, _ key: (Object) -> Key, _ make: ([Cell]) throws -> Object
    ) throws -> [Key: Object] {
        let objects = try rows.map(make)
        try context.insert(contentsOf: objects)
        return Dictionary(uniqueKeysWithValues: objects.map { (key($0), $0) })
    }

    private func number(_ cell: Cell) throws -> Int { try required(cell.integer) }
    private func text(_ cell: Cell) throws -> String { try required(cell.text) }
    private func money(_ cell: Cell) throws -> Decimal { try required(cell.decimal) }
    private func moment(_ cell: Cell) throws -> Date { try required(cell.date) }

    /// A structure or a list, which the file has as a text with JSON.
    private func document<Value: Decodable>(_ cell: Cell) throws -> Value? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try cell.text.map { try decoder.decode(Value.self, from: Data($0.utf8)) }
    }

    private func required<Value>(_ value: Value?) throws -> Value {
        guard let value else {
            throw GranaryError(.malformed, "house.json lacks a value; make it again with Answers/make.")
        }
        return value
    }
}

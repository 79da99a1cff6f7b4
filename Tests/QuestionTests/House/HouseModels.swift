import FoundationEssentials
import Granary

/// A part of the world; its key is a letter.
@Model final class Region {
    @Attribute(.primaryKey) var code: String
    var name: String
    @Relationship(inverse: \Customer.region) var customers: ToMany<Customer>
    @Relationship(inverse: \Employee.regions) var employees: ToMany<Employee>
}

/// A kind of product, which may belong to a wider one.
@Model final class Category {
    var id: Int
    var name: String
    var note: String?
    @Relationship var parent: Category?
    @Relationship(inverse: \Category.parent) var children: ToMany<Category>
    @Relationship(inverse: \Product.category) var products: ToMany<Product>
}

/// A place on the Earth, in degrees.
@Embedded struct Position {
    var latitude: Double
    var longitude: Double
}

/// Where a supplier's house is.
@Embedded struct Address {
    var street: String
    var zip: String?
    var position: Position?
    /// Since when it is there.
    var since: Date?
}

/// Some pieces of a product that are sold together.
@Embedded struct Pack {
    var pieces: Int
    var price: Decimal?
    var wrap: Wrap
}

/// What is around a pack.
enum Wrap: String, Codable, Sendable, CaseIterable {
    case paper, tin, cloth
}

/// Whoever makes products.
@Model final class Supplier {
    var id: Int
    var name: String
    var city: String?
    var country: String
    var rating: Double?
    var address: Address?
    var phones: [String]
    @Relationship(inverse: \Product.supplier) var products: ToMany<Product>
}

/// Something that is sold.
@Model final class Product {
    var id: Int
    var name: String
    @Relationship var category: Category?
    @Relationship var supplier: Supplier?
    var price: Decimal
    var stock: Int
    var reorder: Int16
    /// In kilograms.
    var weight: Double?
    var isDiscontinued: Bool
    var launched: Date?
    var sku: UUID?
    var packs: [Pack]
    /// What it is made of; `nil` where nobody knows.
    var materials: [String]?
    @Relationship(inverse: \Tag.products) var tags: ToMany<Tag>
    @Relationship(inverse: \OrderLine.product) var lines: ToMany<OrderLine>
    @Relationship(inverse: \Review.product) var reviews: ToMany<Review>
}

/// A word about products.
@Model final class Tag {
    @Attribute(.primaryKey) var word: String
    @Relationship var products: ToMany<Product>
}

/// Whoever buys.
@Model final class Customer {
    @Attribute(.primaryKey) var code: String
    var name: String
    @Attribute(.indexed) var city: String?
    var country: String
    var phone: String?
    var joined: Date
    var credit: Decimal?
    @Relationship var region: Region?
    @Relationship(inverse: \Order.customer) var orders: ToMany<Order>
    @Relationship(inverse: \Review.customer) var reviews: ToMany<Review>
}

/// Whoever works for the house.
@Model final class Employee {
    var id: Int
    var first: String
    var last: String
    var title: String?
    var born: Date
    var hired: Date
    var salary: Decimal
    @Relationship var boss: Employee?
    @Relationship(inverse: \Employee.boss) var reports: ToMany<Employee>
    @Relationship(inverse: \Order.employee) var orders: ToMany<Order>
    @Relationship var regions: ToMany<Region>
}

/// Whoever carries orders.
@Model final class Shipper {
    var id: Int
    var name: String
    @Relationship(inverse: \Order.shipper) var orders: ToMany<Order>
}

/// What has become of an order.
enum OrderStatus: String, Sendable, CaseIterable {
    case open, packed, sent, returned
}

/// What a customer orders at one moment.
@Model final class Order {
    var id: Int
    @Relationship var customer: Customer?
    @Relationship var employee: Employee?
    @Relationship var shipper: Shipper?
    @Attribute(.indexed) var placed: Date
    var due: Date?
    var sent: Date?
    var freight: Decimal
    var city: String?
    var country: String
    var status: OrderStatus
    var priority: Int8?
    @Relationship(inverse: \OrderLine.order, onDelete: .cascade) var lines: ToMany<OrderLine>
}

/// Some pieces of a product in an order.
@Model final class OrderLine {
    var id: Int
    @Relationship var order: Order?
    @Relationship var product: Product?
    var quantity: Int
    var price: Decimal
    /// The part of the price that is let off.
    var discount: Decimal
}

/// What a customer says of a product; a hidden one is seen by those alone who ask for it.
@Model final class Review {
    var id: Int
    @Relationship var product: Product?
    @Relationship var customer: Customer?
    var stars: Int
    var text: String?
    var written: Date
    var hidden: Date?
}

extension Review: FilteredModel {
    static var filters: [ModelFilter<Review>] { [ModelFilter("hidden") { $0.hidden == nil }] }
}

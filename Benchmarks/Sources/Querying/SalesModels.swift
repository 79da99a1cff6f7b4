internal import Foundation
internal import Granary

/// A part of the country.
@Model final class Area {
    @Attribute(.primaryKey) var code: Int
    var name: String
    @Relationship(inverse: \Shop.area) var shops: ToMany<Shop>
}

/// A place of sales.
@Model final class Shop {
    var id: Int
    @Attribute(.indexed, .indexed(.caseInsensitive)) var name: String
    var size: Int
    @Relationship var area: Area?
    @Relationship(inverse: \Sale.shop) var sales: ToMany<Sale>
}

/// What was sold at one moment.
@Model final class Sale {
    var id: Int
    var amount: Int
    var weight: Double
    @Attribute(.indexed) var note: String
    var soldAt: Date
    @Relationship var shop: Shop?
}

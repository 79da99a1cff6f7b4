/// Wrong relationships, many as people of other frameworks write them.
extension WrongModel {
    /// Files whose mistake is in a relationship.
    static let relationships: [WrongModel] = [
        options("ZA", ".▸cascade", "write 'onDelete: .cascade'"),
        options("ZB", ".▸nullify", "write 'onDelete: .nullify'"),
        options("ZC", ".▸unique", "'@Model(unique: [[\"film\"]])'"),
        options("ZD", ".▸indexed", "has an index already"),
        options("ZE", ".▸primaryKey", "A primary key is made of attributes"),
        options("ZF", "onDelete: .▸restrict", "renamed to 'deny'"),
        options("ZG", "onDelete: .▸setNull", "renamed to 'nullify'"),
        options("ZH", "onDelete: .▸cascadeAll", "has no member 'cascadeAll'"),
        options("ZI", "inverse: ▸\"other\"", "name the inverse by a key path", errors: 2),
        options("ZJ", "inverse: ▸\\.other", "name the model in the inverse", errors: 2),
        options("ZK", "inverse: \\▸Player.team", "must be a property of 'ZK', the related model"),
        WrongModel(
            """
            @Model final class ZL { var id: Int
             @Relationship var other: ▸ZL! }
            """, "traps when it is nil; write 'ZL?'"),
        WrongModel(
            """
            import Foundation
            @Model final class ZM { var id: Int
             @Relationship var others: ▸NSSet? }
            """, "such as 'ToMany<Book>'"),
        WrongModel(
            """
            @Model final class ZN { var id: Int
             var others: ▸ToMany<ZN> }
            """, "a relationship must be marked @Relationship"),
        WrongModel(
            """
            @Model final class ZO { var id: Int
             @Relationship ▸let other: ZO? }
            """, "'other' must be 'var'"),
        WrongModel(
            """
            @Model final class ZP { var id: Int
             @Relationship var others: ToMany<ZP> = ▸[] }
            """, "a relationship begins empty", errors: 2),
        WrongModel(
            """
            @Model final class ZQ { var id: Int
             @Relationship var others: ▸[ZQ] = [] }
            """, "has the type 'ToMany<ZQ>'"),
        WrongModel(
            """
            @Model final class ZR { var id: Int
             @Relationship var others: ▸ToMany<ZR>? }
            """, "is never nil, only empty"),
        WrongModel(
            """
            @Model final class ZS { var id: Int
             @Relationship(▸.required) var others: ToMany<ZS> }
            """, "may be empty in a store at any time"),
        WrongModel(
            """
            @Model final class ZT { var id: Int
             @Relationship(inverse: \\ZTT.filmID) var people: ToMany<ZTT> ▸}
            @Model final class ZTT { var id: Int
             var filmID: Int }
            """, "leads back to this model"),
        WrongModel(
            """
            @Model final class ZW { var id: Int
             @Relationship(inverse: ▸\\ZW.friends) var friends: ToMany<ZW> }
            """, "a relationship cannot be its own inverse", errors: 3),
        WrongModel(
            """
            @Model final class ZX { var id: Int
             @Relationship(inverse: \\ZX.children) var parent: ZX?
             @Relationship(inverse: ▸\\ZX.parent) var children: ToMany<ZX> }
            """, "one side of a relationship names the inverse", errors: 3),
        WrongModel(
            """
            @Model final class ZU { var id: Int
             ▸@Parent(key: "film") var film: ZU }
            """, "write '@Relationship var owner: Owner?'", errors: 2),
        WrongModel(
            """
            @Model final class ZV { var id: Int
             ▸@Children(for: \\.$film) var films: [ZV] }
            """, "write '@Relationship(inverse: \\Book.owner) var books: ToMany<Book>'", errors: 2),
    ]

    private static func options(
        _ model: String, _ options: String, _ message: String, errors: Int = 1
    ) -> WrongModel {
        WrongModel(
            """
            @Model final class \(model) { var id: Int
             @Relationship(\(options)) var other: \(model)? }
            """, message, errors: errors)
    }
}

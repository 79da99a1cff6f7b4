/// Wrong attributes, many as people of other frameworks write them.
extension WrongModel {
    /// Files whose mistake is in an attribute.
    static let attributes: [WrongModel] = [
        option("XA", "index", "renamed to 'indexed'"), option("XB", "required", "leave '.required' out"),
        option("XC", "optional", "write 'String?'"),
        option("XD", "ephemeral", "Mark what is not stored with '@Transient'"),
        option("XE", "transformable(by: \"x\")", "is stored as it is"),
        option("XF", "spotlight", "There is nothing like it here"),
        option("XG", "allowsCloudEncryption", "There is nothing like it here"),
        WrongModel(
            """
            @Model final class XH { @Attribute(.▸id) var code: String
             var name: String }
            """, "renamed to 'primaryKey'", errors: 2),
        WrongModel(
            """
            @Model final class XI { var id: Int
             @Attribute(▸name: "n") var name: String }
            """, "'name:' is written 'column:'"),
        WrongModel(
            """
            @Model final class XJ { var id: Int
             @Attribute(▸"n") var name: String }
            """, "name the column with its label: 'column: \"n\"'", errors: 2),
        WrongModel(
            """
            @Model final class YD { var id: Int
             @Attribute(▸[.unique, .indexed]) var name: String }
            """, "without brackets: '.unique, .indexed'", errors: 2),
        WrongModel(
            """
            @Model final class XK { var id: Int
             @Attribute(default: ▸3) var name: String }
            """, "the default '3' is no 'String'"),
        WrongModel(
            """
            @Model final class XL { var id: Int
             var name: String = ▸3 }
            """, "cannot convert value of type 'Int' to specified type 'String'"),
        WrongModel(
            """
            @Model final class XM { var id: Int
             var name: String = ▸nil }
            """, "'nil' cannot initialize specified type 'String'"),
        WrongModel(
            """
            @Model final class XN { var id: Int
             ▸@NSManaged var name: String }
            """, "write nothing: every stored property is stored"),
        WrongModel(
            """
            @Model final class XO { var id: Int
             ▸@Field(key: "name") var name: String }
            """, "write nothing, or '@Attribute(column: \"…\")'", errors: 2),
        WrongModel(
            """
            @Model final class XP { ▸@ID(key: .id) var id: Int
             var name: String }
            """, "write '@Attribute(.primaryKey)'", errors: 2),
        WrongModel(
            """
            @Model final class XQ { var id: Int
             ▸@Published var name: String }
            """, "whose accessors @Model writes", errors: 2),
        WrongModel(
            """
            @Model final class XR { var id: Int
             ▸@Attribute(.indexed) static let name: String = "" }
            """, "only stored instance properties can be stored"),
        WrongModel(
            """
            @Model final class XS { var id: Int
             ▸@Attribute var name: String { "" } }
            """, "only stored instance properties can be stored"),
        WrongModel(
            """
            @Model final class XT { var id: Int
             ▸@Attribute(.indexed) func name() {} }
            """, "belongs on a stored property"),
        WrongModel(
            """
            @Model final class XU { var id: Int
             @Transient ▸@Attribute(.indexed) var name: String = "" }
            """, "a @Transient property is not stored"),
        WrongModel(
            """
            @Model final class XV { var id: Int
             var name: ▸String! }
            """, "traps when it is nil; write 'String?'"),
        WrongModel(
            """
            enum XWW { case a, b }
            @Model final class XW { var id: Int
             var kind: XWW▸ }
            """, "or an enumeration with raw values"),
        WrongModel(
            """
            enum XXX: Codable { case a(Int), b }
            @Model final class XX { var id: Int
             var kind: XXX▸ }
            """, "It must be Codable, Sendable and Equatable"),
        WrongModel(
            """
            enum XYY: String { case a, b }
            @Model final class XY { var id: Int
             var ▸kind = XYY.a }
            """, "needs a type annotation"),
        WrongModel(
            """
            final class XZZ: Codable { var corners = 3 }
            @Model final class XZ { var id: Int
             var shape: XZZ▸ }
            """, "It must be Codable, Sendable and Equatable"),
        WrongModel(
            """
            import Foundation
            @Model final class YA { var id: Int
             var made: NSDate▸ }
            """, "No store can hold an attribute of this type"),
        WrongModel(
            """
            @Model final class YB { var id: Int
             var letter: Character▸ }
            """, "No store can hold an attribute of this type"),
        WrongModel(
            """
            protocol YCC {}
            @Model final class YC { var id: Int
             var shape: ▸any YCC }
            """, "a value of any type cannot be stored"),
    ]

    private static func option(_ model: String, _ option: String, _ message: String) -> WrongModel {
        WrongModel(
            """
            @Model final class \(model) { var id: Int
             @Attribute(.▸\(option)) var name: String }
            """, message)
    }
}

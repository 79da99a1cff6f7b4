/// Wrong classes, and what stands around them.
extension WrongModel {
    /// Files whose mistake is in the class.
    static let declarations: [WrongModel] = [
        WrongModel(
            """
            @Model final class KeyU { var id: ▸UInt }
            """, "a primary key must fit 64 signed bits; write 'Int64'"),
        WrongModel("@Model ▸enum WA { case a }", "makes a final class a model"),
        WrongModel("@Embedded ▸enum WB { case a }", "makes the parts of a struct known"),
        WrongModel(
            """
            @Model ▸class WC { var id: Int
             var name: String }
            """, "a model must be 'final'", errors: 6),
        WrongModel(
            """
            @Model ▸open class WD { var id: Int
             var name: String }
            """, "a model must be 'final'", errors: 6),
        WrongModel(
            """
            @Model final class WE { var number: Int
             var id: Int }
            @Model final class WEE: ▸WE { var id: Int
             var name: String }
            """, "a model cannot inherit from another class", errors: 3),
        WrongModel(
            """
            func runWF() {
             @Model final class ▸WF { var id: Int
              var name: String }
            }
            """, "a model cannot be declared in a function", errors: 2),
        WrongModel(
            """
            struct WG<T> { @Model final class ▸Part { var id: Int
             var name: String } }
            """, "a model cannot be nested in 'WG', which is generic"),
        WrongModel(
            """
            @Model final class WH: ▸Codable { var id: Int
             var name: String }
            """, "what is coded is the snapshot of an object"),
        WrongModel(
            """
            @Model final class WI: ▸Decodable { var id: Int
             var name: String }
            """, "what is coded is the snapshot of an object"),
        WrongModel(
            """
            @Model final class WJ: ▸PersistentModel { var id: Int
             var name: String }
            """, "remove 'PersistentModel'", errors: 2),
        WrongModel(
            """
            import Foundation
            @Model final class WK: ▸NSManagedObject { var id: Int
             var name: String }
            """, "remove 'NSManagedObject'", errors: 2),
        WrongModel(
            """
            @Model final class WX: ▸Model { var id: Int
             var name: String }
            """, "remove 'Model': @Model alone makes the class a model"),
        WrongModel(
            """
            @Model final class WL: ▸Sendable { var id: Int
             var name: String }
            """, "send its ObjectID or Snapshot", errors: 2),
        WrongModel(
            """
            @Model(▸"films") final class WM { var id: Int
             var name: String }
            """, "name the table with its label: 'table: \"films\"'"),
        WrongModel(
            """
            @Model(unique: ▸["name", "year"]) final class WN { var id: Int
             var name: String
             var year: Int }
            """, "'unique: [[\"name\", \"year\"]]' for one group of all"),
        WrongModel(
            """
            @Model(indexes: ▸["name"]) final class WO { var id: Int
             var name: String }
            """, "'indexes: [[\"name\"]]' for one group of all"),
        WrongModel(
            """
            @Model(indexes: [[▸"nmae"]]) final class WP { var id: Int
             var name: String }
            """, "did you mean 'name'"),
        WrongModel(
            """
            @Model final class WQ { var id: Int
             var name: String
             var ▸name: String }
            """, "invalid redeclaration of 'name'", errors: 2),
        WrongModel(
            """
            @Model final class WR { var id: Int
             @Attribute(column: "n") var name: String
             @Attribute(column: ▸"n") var title: String }
            """, "have the same column 'n'"),
        WrongModel(
            """
            enum WSS: String { case a }
            @Model final class WS { @Attribute(.primaryKey) var code: WSS▸
             var name: String }
            """, "A primary key is an integer, a UUID or a String", errors: 4),
        WrongModel(
            """
            @Model final class WT { @Attribute(.primaryKey) var a: Int
             @Attribute(.primaryKey) var b: ▸Double }
            """, "the parts of a primary key are"),
        WrongModel(
            """
            import Foundation
            @Model final class WU { @Attribute(.primaryKey) var at: ▸Date
             var name: String }
            """, "a primary key is an integer, a UUID or a String"),
        WrongModel(
            """
            @Model final class WV { ▸@Attribute(.primaryKey, .unique) var code: String
             var name: String }
            """, "a primary key is unique already"),
    ]
}

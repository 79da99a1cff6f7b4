/// A file with a model that must not compile, with what the compiler says about it, and where.
struct WrongModel {
    /// The file, but for the import of the framework in the line before it.
    let text: String
    /// The line and the column of the mistake, from 1.
    let place: (line: Int, column: Int)
    /// A part of the message.
    let message: String
    /// How many errors there may be, with those that the compiler adds.
    let errors: Int

    /// Makes a file of a text with `▸` in front of the mistake.
    init(_ marked: String, _ message: String, errors: Int = 1) {
        let before = marked.prefix { $0 != "▸" }.split(separator: "\n", omittingEmptySubsequences: false)
        text = marked.filter { $0 != "▸" }
        place = (before.count + 1, (before.last?.count ?? 0) + 1)
        self.message = message
        self.errors = errors
    }
}

extension WrongModel {
    /// Every file.
    static var all: [WrongModel] { first + declarations + attributes + relationships }

    private static let first: [WrongModel] = [
        WrongModel(
            """
            struct Shape1: Sendable { var corners: Int }
            @Model final class M1 { var id: Int; var shape: Shape1▸ }
            """, "No store can hold an attribute of this type"),
        WrongModel(
            """
            struct Shape3 { var corners: Int }
            @Model final class M3 { var id: Int
             var shapes: [Shape3]▸ }
            """, "No store can hold an attribute of this type"),
        WrongModel(
            """
            struct Shape5: Codable, Sendable { var corners: Int }
            @Model final class M5 { var id: Int
             var shape: Shape5▸ }
            """, "No store can hold an attribute of this type"),
        WrongModel(
            """
            @Model final class M6 { var id: Int
             var run: ▸() -> Void }
            """, "a function cannot be stored"),
        WrongModel(
            """
            @Model final class NTA { var id: Int
             var a: ▸Any }
            """, "a value of any type cannot be stored"),
        WrongModel(
            """
            @Model final class NTB { var id: Int
             var a: ▸(Int, Int) }
            """, "a tuple cannot be stored"),
        WrongModel(
            """
            @Model final class F1 { var id: Int
             var title: String
             var director: P1?▸ }
            @Model final class P1 { var id: Int
             var name: String }
            """, "Mark it with '@Relationship'"),
        WrongModel(
            """
            @Model final class F2 { var id: Int
             var title: String
             var directors: [P2]▸ }
            @Model final class P2 { var id: Int
             var name: String
             @Relationship var film: F2? }
            """, "are a relationship to many"),
        WrongModel(
            """
            @Model final class F4 { var id: Int
             var title: String
             var director: P4▸ }
            @Model final class P4 { var id: Int
             var name: String }
            """, "make it optional"),
        WrongModel(
            """
            @Model final class F9 { var id: Int
             @Relationship(inverse: \\P9.film) var people: ToMany<P9> }
            @Model final class P9 { var id: Int
             @Relationship(inverse: ▸\\F9.people) var film: F9? }
            """, "one side of a relationship names the inverse", errors: 3),
        WrongModel(
            """
            @Model final class FA { var id: Int
             @Relationship(inverse: \\PA.film) var person: PA? }
            @Model final class PA { var id: Int
             @Relationship(inverse: ▸\\FA.person) var film: FA? }
            """, "one side of a relationship names the inverse", errors: 3),
        WrongModel(
            """
            @Model final class FB { var id: Int
             @Relationship(inverse: \\PB.films) var people: ToMany<PB> }
            @Model final class PB { var id: Int
             @Relationship(inverse: ▸\\FB.people) var films: ToMany<FB> }
            """, "one side of a relationship names the inverse", errors: 3),
        WrongModel(
            """
            @Model final class FD { var id: Int
             @Relationship(inverse: \\PD.name) var people: ToMany<PD> ▸}
            @Model final class PD { var id: Int
             var name: String }
            """, "leads back to this model"),
        WrongModel(
            """
            @Model final class FE { var id: Int
             @Relationship(inverse: ▸\\PE.flim) var people: ToMany<PE> }
            @Model final class PE { var id: Int
             @Relationship var film: FE? }
            """, "has no member 'flim'", errors: 2),
        WrongModel(
            """
            @Model final class F7 { var id: Int
             @Relationship(inverse: \\P7.film) var directors: ▸[P7] }
            @Model final class P7 { var id: Int
             @Relationship var film: F7? }
            """, "has the type 'ToMany<P7>'"),
        WrongModel(
            """
            @Model final class D3 { var id: Int
             @Relationship var names: ▸[String: D3] }
            """, "has the type 'ToMany<D3>'"),
        WrongModel(
            """
            @Model final class D2 { var id: Int
             @Relationship var name: ▸String }
            """, "this is an attribute; remove @Relationship"),
        WrongModel(
            """
            @Model final class F8 { var id: Int
             @Relationship(▸deleteRule: .cascade, inverse: \\P8.film) var directors: ToMany<P8> }
            @Model final class P8 { var id: Int
             @Relationship var film: F8? }
            """, "'deleteRule:' is written 'onDelete:'"),
        WrongModel(
            """
            @Model final class R5 { var id: Int
             @Attribute(▸originalName: "a") var name: String }
            """, "'originalName:' is written 'renamedFrom:'"),
        WrongModel(
            """
            @Model final class PK1 { @Attribute(▸.primarykey) var code: String
             var name: String }
            """, "write the option as '.primaryKey'", errors: 2),
        WrongModel(
            """
            @Model final class PK3 { @Attribute(▸.primaryKey()) var code: String
             var name: String }
            """, "write the option as '.primaryKey'", errors: 2),
        WrongModel(
            """
            @Model final class PK2 { ▸@Attribute(.unique) var id: String
             var name: String }
            """, "needs a primary key"),
        WrongModel(
            """
            @Model final class ▸PK4 { var name: String }
            """, "needs a primary key"),
        WrongModel(
            """
            @Model final class PK5 { var ▸id: String
             var name: String }
            """, "needs a primary key"),
        WrongModel(
            """
            @Model final class NTD { var id: ▸Int?
             var name: String }
            """, "a primary key cannot be missing; write 'Int'"),
        WrongModel(
            """
            @Model final class NTC { @Attribute(.primaryKey) var id: ▸UInt64
             var name: String }
            """, "must fit 64 signed bits"),
        WrongModel(
            """
            import Foundation
            @Model final class PK7 { var id: UUID = ▸UUID()
             var name: String }
            """, "leave the initial value out"),
        WrongModel(
            """
            import Foundation
            @Model final class PK8 { ▸let id: UUID
             var name: String }
            """, "'id' must be 'var'"),
        WrongModel(
            """
            @Model final class NT1 { var id: Int
             var ▸name = "" }
            """, "needs a type annotation"),
        WrongModel(
            """
            @Model final class NT5 { var id: Int
             var name: String ▸{ didSet { print(name) } } }
            """, "cannot have observers"),
        WrongModel(
            """
            @Model final class NT6 { var id: Int
             ▸lazy var name: String = "" }
            """, "mark it @Transient"),
        WrongModel(
            """
            @Model final class NT7 { var id: Int
             ▸weak var other: NT7? }
            """, "mark it @Transient"),
        WrongModel(
            """
            @Model final class NT9 { var id: Int
             var ▸a: Int, b: Int }
            """, "write one 'var'"),
        WrongModel(
            """
            @Model final class NTE { var id: Int
             @Transient var ▸cache: [Int] }
            """, "needs an initial value"),
        WrongModel(
            """
            import Foundation
            @Model final class NT3 { var id: Int
             var made: Date = ▸Date() }
            """, "other defaults belong in @Attribute(default:)"),
        WrongModel(
            """
            @Model final class D1 { var id: Int
             @Attribute(.unique) ▸@Attribute(.indexed) var name: String }
            """, "write all of it into one"),
        WrongModel(
            """
            @Model final class NTF { var id: Int
             var ▸snapshot: String }
            """, "is a name the macro needs itself"),
        WrongModel(
            """
            @Model final class R1 { var id: Int
             @Attribute(▸.notEmpty) var year: Int }
            """, "'.notEmpty' is for text and bytes"),
        WrongModel(
            """
            @Model final class R3 { var id: Int
             @Attribute(▸.lenght(3...)) var name: String }
            """, "or a rule such as '.notEmpty'", errors: 2),
        WrongModel(
            """
            @Model final class R2 { var id: Int
             @Attribute(▸.minLength(3)) var name: String }
            """, "or a rule such as '.notEmpty'", errors: 2),
        WrongModel(
            """
            import Foundation
            @Model final class R4 { var id: Int
             @Attribute(.▸externalStorage) var name: Data }
            """, "Values are in the row"),
        WrongModel(
            """
            ▸@MainActor @Model final class NF6 { var id: Int
             var name: String }
            """, "cannot belong to an actor"),
        WrongModel(
            """
            @Model final class NF9▸<T> { var id: Int
             var name: String }
            """, "a model cannot be generic"),
        WrongModel(
            """
            @Model ▸struct NF2 { var id: Int
             var name: String }
            """, "makes a final class a model"),
    ]
}

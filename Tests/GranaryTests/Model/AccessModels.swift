package import Granary

/// A model that a package sees, with properties that fewer see.
@Model package final class Vault {
    package var id: Int
    package enum State: String { case open, closed }
    package var state: State = .closed
    var weight: Int  // in kilograms
    private var secret: String
    fileprivate var codes: [Int] = []
    @Relationship package var keeper: Keeper?
    @Relationship private var owner: Keeper?
    @Transient weak var visitor: Keeper?
    @Transient lazy var lock = 5
    @Transient let shelf = "top"

    static let capacity = 3
    package var isHeavy: Bool { weight > 1000 }

    /// A vault; only this file sees the memberwise initialiser, which takes the private property.
    static func sample() -> Vault { Vault(weight: 3, secret: "s") }
}

@Model package final class Keeper {
    package var id: Int
    @Relationship(inverse: \Vault.keeper, onDelete: .nullify) package var vaults: ToMany<Vault>
}

/// A model that only this file sees.
@Model fileprivate final class Note {
    var id: Int
    var text: String
    private var count: Int = 0
}

enum Color: String, CaseIterable, Codable { case red, blue }

struct Flags: OptionSet, Hashable {
    let rawValue: Int
    static let wet = Flags(rawValue: 1)
}

/// A raw value that is neither an enumeration nor comparable.
struct Label: RawRepresentable { var rawValue: String }

/// Types that need a second look: aliases, nested collections, enumerations as keys of dictionaries.
@Model final class Odd {
    typealias Size = Int
    var id: Int
    var size: Size = 4
    var color: Color = .red
    var flags: Flags
    var label: Label?
    var byColor: [Color: Int]
    var nested: [[String: [Int]]]
    var range: ClosedRange<Int>
    var colors: Set<Color>?
}

import FoundationEssentials
import Granary

/// A place on the globe, a part of ``Premises``.
@Embedded struct Site {
    var north: Double
    var east: Double?
}

/// Working hours, elements of lists.
@Embedded struct Shift {
    var name: String
    var hours: Int?
    var crew: [String] = []
}

/// The premises of a branch: a structure with a part of every form.
@Embedded struct Premises {
    var city: String
    var street: String?
    var floors: Int = 1
    var area: Double?
    var share: Float?
    var rent: Decimal?
    var isOpen: Bool = true
    var since: Date?
    var token: UUID?
    var seal: Data?
    var page: URL?
    var grade: Grade = Grade.fine
    var level: Level?
    var site: Site?
    var spare: Site?
    var tags: [String] = []
    var shifts: [Shift]?

    enum CodingKeys: String, CodingKey {
        case city = "town"
        case street, floors, area, share, rent, isOpen, since, token, seal, page, grade, level, site, spare
        case tags, shifts
    }
}

/// A branch of a firm, with structures whose parts queries name.
@Model final class Branch {
    var id: Int
    var city: String = ""
    var main: Premises
    var second: Premises?
    var phones: [String] = []
    var levels: [Level] = []
    var shifts: [Shift] = []
    @Relationship var head: Branch?
    @Relationship(inverse: \Branch.head) var branches: ToMany<Branch>
}

import Granary

/// Holds structures whose parts come in another order each time they are written.
@Model final class Basket {
    var id: Int
    var fruits: Set<String> = []
    var weights: [Grade: Int] = [:]
    var labels: [Int: String] = [:]
    var content: Content?
    var note: String = ""

    /// A structure with such parts inside.
    struct Content: Codable, Sendable, Hashable {
        var numbers: Set<Int> = []
        var shares: [Level: Set<String>] = [:]
    }
}

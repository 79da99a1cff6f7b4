import FoundationEssentials
import Granary

/// What somebody is about to write; lives as long as the program.
@Model final class Draft {
    var id: UUID
    var text: String

    init(_ text: String) { self.text = text }
}

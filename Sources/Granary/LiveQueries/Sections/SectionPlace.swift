/// The place of an object in a result with sections.
public struct SectionPlace: Sendable, Hashable {
    /// The position of the section.
    public let section: Int
    /// The position in the section.
    public let item: Int

    /// Makes a place.
    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }
}

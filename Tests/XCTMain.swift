import Testing

/// The entry point of the program with all tests.
///
/// With a file of this name, SwiftPM looks for no tests of XCTest, for which it would need an index of the whole build; there
/// are none here.
@main struct EntryPoint {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}

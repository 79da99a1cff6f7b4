import FoundationEssentials
import Granary

/// Booleans, text, bytes, dates, identifiers and addresses.
enum OtherColumns {
    static let bool = ScalarColumn<Bool>(
        "Bool",
        [false, true],
        { $0.bool }, { $0.bool }, .init(get: { $0.bool }, set: { $0.bool = $1 }),
        .init(get: { $0.bool }, set: { $0.bool = $1 }))

    static let string = ScalarColumn<String>(
        "String",
        [
            "", " ", "!", "%", "*", "1", "10", "2", "A", "B", "\\", "_", "a", "a%", "aa", "ab", "a\u{301}",
            "b",
            String(repeating: "long ", count: 4_000), "\u{7F}", "\u{DF}", "\u{E1}", "\u{FFFD}", "\u{1F33E}",
        ],
        { $0.string }, { $0.string }, .init(get: { $0.string }, set: { $0.string = $1 }),
        .init(get: { $0.string }, set: { $0.string = $1 }))

    static let data = ScalarColumn<Data>(
        "Data",
        [
            Data(), Data([0]), Data([0, 0]), Data([0, 1]), Data([1]), Data([127, 255]), Data([128]),
            Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &+ 200) }), Data([255]), Data([255, 0]),
        ],
        { $0.data }, { $0.data }, .init(get: { $0.data }, set: { $0.data = $1 }),
        .init(get: { $0.data }, set: { $0.data = $1 }))

    static let date = ScalarColumn<Date>(
        "Date",
        [
            Date(timeIntervalSince1970: -62_135_596_800), Date(timeIntervalSince1970: -2_208_988_800.5),
            Date(timeIntervalSince1970: -0.000_001), Date(timeIntervalSince1970: 0),
            Date(timeIntervalSince1970: 0.000_001), Date(timeIntervalSinceReferenceDate: 0.5),
            Date(timeIntervalSince1970: 1_763_726_400.123_456),
            Date(timeIntervalSince1970: 1_763_726_400.123_457),
            Date(timeIntervalSince1970: 253_402_300_799),
        ],
        { $0.date }, { $0.date }, .init(get: { $0.date }, set: { $0.date = $1 }),
        .init(get: { $0.date }, set: { $0.date = $1 }))

    static let uuid = ScalarColumn<UUID>(
        "UUID",
        [
            makeUUID(0), makeUUID(1), makeUUID(0x7F), makeUUID(0x80), makeUUID(0xFF), makeUUID(0x1_0000_0000),
            makeUUID(.max), makeUUID(0, high: 1),
            makeUUID(.max, high: 0x7FFF_FFFF_FFFF_FFFF), makeUUID(0, high: 0x8000_0000_0000_0000),
            makeUUID(.max, high: .max),
        ],
        { $0.uuid }, { $0.uuid }, .init(get: { $0.uuid }, set: { $0.uuid = $1 }),
        .init(get: { $0.uuid }, set: { $0.uuid = $1 }))

    static let url = ScalarColumn<URL>(
        "URL",
        [
            makeURL("a"), makeURL("file:///tmp/a%20b"), makeURL("http://example.org/"),
            makeURL("https://example.org/?q=%25&r=_"),
            makeURL("https://example.org/a"), makeURL("https://example.org/b#c"),
        ],
        { $0.url }, { $0.url }, .init(get: { $0.url }, set: { $0.url = $1 }),
        .init(get: { $0.url }, set: { $0.url = $1 }))
}

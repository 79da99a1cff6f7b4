import Foundation
import Granary
import GranaryTestSupport
import Testing

/// JSON is read and written as RFC 8259 says, with all digits of its numbers.
@Suite struct JSONTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1.5e-3", "12345678901234567890.123456789", "\"\"", "[]", "{}",
        #"{"a":[1,{"b":null}],"ä":"\\\"\n"}"#, #""\u0001\u001f/""#,
    ])
    func whatIsReadIsWrittenAgain(text: String) throws {
        #expect(JSONWriter.text(of: try JSONReader.value(of: text)) == text)
    }

    @Test(arguments: [
        (#""\ud834\udd1e""#, "\u{1d11e}"), (#""\u00e9\/\b\f\t\r""#, "\u{e9}/\u{8}\u{c}\t\r"),
        ("\"e\u{301}\"", "e\u{301}"),
    ])
    func escapesAreRead(text: String, wanted: String) throws {
        guard case .text(let found) = try JSONReader.value(of: " \(text)\n") else {
            Issue.record("no text")
            return
        }
        #expect(Array(found.utf8) == Array(wanted.utf8))
    }

    @Test(arguments: [
        "", " ", "nul", "tru", "+1", "01", "1.", ".5", "1e", "-", "1 2", "[1,]", "[,1]", "[1", "{", "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}", "{a:1}", "\"", "\"\u{1}\"", #""\x""#, #""\ud834""#, #""\ud834\u0041""#, #""\udd1e""#,
        #""\u12g4""#,
        "NaN", "Infinity", "'a'", "\u{feff}1", "[1]]",
    ])
    func whatIsNoJSONIsRefused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONReader.value(of: text) }
    }

    @Test func depthIsLimited() throws {
        let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(JSONWriter.text(of: try JSONReader.value(of: deepest)) == deepest)
        #expect(throws: JSONSyntaxError.self) { try JSONReader.value(of: "[\(deepest)]") }
        #expect(throws: JSONSyntaxError.self) {
            try JSONReader.value(of: String(repeating: "{\"a\":", count: 100_000))
        }
    }

    @Test func whatIsTooDeepToBeReadIsNotWritten() throws {
        final class Node: Codable {
            var next: Node?
            init(_ next: Node?) { self.next = next }
        }
        func chain(_ count: Int) -> Node? { (0..<count).reduce(nil as Node?) { node, _ in Node(node) } }
        _ = try StructuredValue.decode(Node.self, from: StructuredValue.encode(chain(512)))
        #expect(
            failure { try StructuredValue.encode(chain(513)) }?.message.contains("more than 512 levels deep")
                == true)
    }

    @Test func integersAreTakenExactlyOrNotAtAll() {
        let taken: [(String, Int64)] = [
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("1e3", 1_000), ("12.00", 12),
            ("9223372036854775.807e3", .max), ("0e999999999", 0), ("-0", 0), ("0.0", 0),
        ]
        for (text, number) in taken {
            #expect(JSONNumber(text: text).integer(Int64.self) == number, "\(text)")
        }
        for text in ["9223372036854775808", "0.5", "4503599627370497.5", "1e19", "1e-1", "1e99999999999"] {
            #expect(JSONNumber(text: text).integer(Int64.self) == nil, "\(text)")
        }
        #expect(
            JSONNumber(text: "1e38").integer(Int128.self) == Int128("100000000000000000000000000000000000000")
        )
        #expect(JSONNumber(Int128.min).integer(Int128.self) == .min)
        #expect(JSONNumber(UInt128.max).integer(UInt128.self) == .max)
        #expect(JSONNumber(text: "-1").integer(UInt8.self) == nil)
    }

    @Test func decimalsAreTakenExactlyOrNotAtAll() {
        for text in [
            "1999999999999999.99", "1.000000000000000001", "340282366920938463463374607431768211455",
            "0.00000000000000000000000000000000000001", "-1.5",
        ] { #expect(JSONNumber(text: text).decimal?.description == text) }
        #expect(JSONNumber(text: "1.50e1").decimal == 15)
        #expect(JSONNumber(text: "0.000e500").decimal == 0)
        let largest = "1" + String(repeating: "0", count: 165)
        #expect(JSONNumber(text: largest).decimal?.description == largest)
        for text in ["340282366920938463463374607431768211456", "1.1e-128", "1e166", "1e-9999999999999"] {
            #expect(JSONNumber(text: text).decimal == nil, "\(text)")
        }
    }

    @Test func everyValueOfFoundationsCoderIsCodedAlike() throws {
        struct Everything: Codable, Equatable {
            enum Shape: String, Codable { case round, square }
            enum Payload: Codable, Equatable { case none, one(Int), two(a: String, b: Double?) }
            final class Node: Codable, Equatable {
                var next: Node?
                var name = "n"
                static func == (left: Node, right: Node) -> Bool {
                    left.name == right.name && left.next == right.next
                }
                init(_ next: Node?) { self.next = next }
            }
            var int8 = Int8.min, uint64 = UInt64.max, wide = Int128.max, real = 0.1 + 0.2, small = Float(0.1)
            var text = "é\"\\/\n\u{1}", data = Data([0, 255, 62, 63]),
                date = Date(timeIntervalSinceReferenceDate: 1 / 3)
            var url = URL(string: "https://e.org/a?b=c"), id = UUID(),
                decimal = Decimal(string: "-12345678901234567890.12")
            var names: [String: Int] = ["b": 1, "a": 2], numbers: [Int: String] = [7: "x"],
                shapes: [Shape: Int] = [.round: 1]
            var list: [Int?] = [1, nil, 3], nested = [[1.5], []],
                payloads: [Payload] = [.none, .one(3), .two(a: "", b: nil)]
            var set: Set<Int> = [4], range = 1..<5, missing: Int?, node = Node(Node(nil)), flag = true,
                empty: [String: Bool] = [:]
        }
        let value = Everything()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let theirs = String(decoding: try encoder.encode(value), as: UTF8.self)
        let ours = try StructuredValue.encode(value)
        #expect(ours == theirs)
        #expect(try StructuredValue.decode(Everything.self, from: theirs) == value)
        #expect(try JSONDecoder().decode(Everything.self, from: Data(ours.utf8)) == value)
    }

    @Test func superclassesAreCodedAsFoundationDoes() throws {
        class Base: Codable { var a = 1 }
        final class Derived: Base {
            var b = 2
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                b = try values.decode(Int.self, forKey: .b)
                try super.init(from: values.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: Key.self)
                try values.encode(b, forKey: .b)
                try super.encode(to: values.superEncoder())
            }
            enum Key: CodingKey { case b }
        }
        let value = Derived()
        (value.a, value.b) = (7, 8)
        let text = try StructuredValue.encode(value)
        #expect(text == #"{"b":8,"super":{"a":7}}"#)
        let found = try StructuredValue.decode(Derived.self, from: text)
        #expect(found.a == 7 && found.b == 8)
    }

    @Test func aContainerThatIsAskedForAgainGoesOn() throws {
        struct Flat: Encodable {
            enum Key: CodingKey { case part, list, first, second }
            func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: Key.self)
                var part = values.nestedContainer(keyedBy: Key.self, forKey: .part)
                try part.encode(1, forKey: .first)
                part = values.nestedContainer(keyedBy: Key.self, forKey: .part)
                try part.encode(2, forKey: .second)
                var list = values.nestedUnkeyedContainer(forKey: .list)
                try list.encode(3)
                list = values.nestedUnkeyedContainer(forKey: .list)
                try list.encode(4)
            }
        }
        #expect(try StructuredValue.encode(Flat()) == #"{"list":[3,4],"part":{"first":1,"second":2}}"#)
    }

    @Test(arguments: [
        (#"{"a":{"b":[1,"x"]}}"#, "a.b.1"), (#"{"a":{"b":[1,2.5]}}"#, "a.b.1"),
        (#"{"a":{"b":[null]}}"#, "a.b.0"),
        (#"{"a":{}}"#, "a"), ("[]", ""), (#"{"a":{"b":[9223372036854775808]}}"#, "a.b.0"),
    ])
    func errorsNameThePath(text: String, path: String) {
        struct Inner: Codable { var b: [Int] }
        struct Outer: Codable { var a: Inner }
        do {
            _ = try StructuredValue.decode(Outer.self, from: text)
            Issue.record("nothing was thrown")
        } catch let error as DecodingError {
            let found: [any CodingKey] =
                switch error {
                case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
                    .valueNotFound(_, let context):
                    context.codingPath
                @unknown default: []
                }
            #expect(
                found.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") == path)
        } catch { Issue.record("\(error)") }
    }

    @Test func numbersThatAreNotFiniteAreRefused() {
        #expect(
            failure { try StructuredValue.encode([Double.nan]) }?.message.contains(
                "JSON has only finite numbers") == true)
        #expect(
            failure { try StructuredValue.encode(["a": -Float.infinity]) }?.message.contains("“a”") == false
        )
        #expect(failure { try StructuredValue.encode([Decimal.nan]) }?.message.contains("“0” of") == true)
    }

    @Test func manyMembersTakeTimeInProportion() throws {
        let names = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("name \($0)", $0) })
        let text = try StructuredValue.encode(names)
        #expect(try StructuredValue.decode([String: Int].self, from: text) == names)
    }
}

/// Which equal values are also stored alike.
@Suite struct StoredAlikeTests {
    struct Part: Codable, Equatable {
        var text: String
        var number: Double?
        var note: String?
        static func == (left: Part, right: Part) -> Bool {
            left.text == right.text && left.number == right.number
        }
    }

    @Test func whatEqualityDoesNotSeeIsSeen() {
        #expect(!StructuredValue.isAlike(["\u{e9}"], ["e\u{301}"]))
        #expect(!StructuredValue.isAlike(["\u{e9}": 1], ["e\u{301}": 1]))
        #expect(!StructuredValue.isAlike([0.0], [-0.0]))
        #expect(!StructuredValue.isAlike(Part(text: "a", note: "x"), Part(text: "a", note: "y")))
        #expect(!StructuredValue.isAlike(Set(["\u{e9}", "b"]), Set(["e\u{301}", "b"])))
        #expect(!StructuredValue.isAlike([1], [2]))
    }

    @Test func theOrderOfSetsDoesNotCount() {
        let numbers = (0..<60).map { $0 * 7 }
        var (some, others): (Set<Int>, Set<Int>) = ([], Set(minimumCapacity: 1_000))
        for number in numbers { some.insert(number) }
        for number in numbers.reversed() { others.insert(number) }
        #expect(StructuredValue.isAlike(some, others))
        #expect(StructuredValue.isAlike(["a": some], ["a": others]))
        #expect(StructuredValue.isAlike([Part(text: "a", number: 1)], [Part(text: "a", number: 1)]))
    }
}

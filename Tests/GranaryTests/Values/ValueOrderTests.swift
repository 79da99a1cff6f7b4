import FoundationEssentials
import Granary
import GranaryTestSupport
import Testing

@Suite struct ValueOrderTests {
    static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    /// Values in strictly ascending order, of every kind.
    static let ladder: [Value] = [
        .null, .bool(false), .bool(true),
        .real(.nan), .real(-.infinity), .real(-1e300), .decimal(decimal("-1e160")),
        .integer(.min), .real(-9_223_372_036_854_774_784), .decimal(decimal("-1.5")), .integer(-1),
        .real(-.leastNonzeroMagnitude), .integer(0), .real(.leastNonzeroMagnitude),
        .decimal(decimal("1e-128")), .decimal(decimal("0.1")), .real(0.1),
        .decimal(decimal("0.10000000000000001")), .integer(1), .real(1.5), .integer(2),
        .real(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .integer(.max),
        .real(9_223_372_036_854_775_808), .decimal(decimal("9223372036854775809")),
        .decimal(decimal("99999999999999999999999999999999999999e127")), .real(1e300), .real(.infinity),
        .text(""), .text("A"), .text("AB"), .text("a"), .text("e\u{301}"), .text("\u{e9}"),
        .text("\u{ff5e}"), .text("\u{10000}"),
        .data(Data()), .data(Data([0])), .data(Data([0, 1])), .data(Data([0xff])),
        .date(.min), .date(0), .date(.max), .uuid(uuid),
    ]

    @Test func orderIsTotalOverEveryKind() {
        for (i, left) in Self.ladder.enumerated() {
            for (j, right) in Self.ladder.enumerated() {
                #expect(left.compare(right) == Ordering(i, j), "\(i) \(left) against \(j) \(right)")
                #expect((left == right) == (i == j), "\(i) \(left) against \(j) \(right)")
                #expect(left.precedes(right) == (i < j))
            }
        }
    }

    @Test func numbersOfDifferentKindsCompareByValueButAreNotEqual() {
        let ones: [Value] = [.integer(1), .real(1), .decimal(1)]
        for (i, left) in ones.enumerated() {
            for (j, right) in ones.enumerated() {
                #expect(left.compare(right) == .equal)
                #expect((left == right) == (i == j))
            }
        }
        #expect(Value.integer(0).compare(.real(-0.0)) == .equal)
        #expect(Value.decimal(0).compare(.real(-0.0)) == .equal)
        #expect(Value.decimal(.nan).compare(.real(.nan)) == .equal)
        #expect(Value.real(0.5).compare(.decimal(decimal("0.5"))) == .equal)
        #expect(Value.real(1e22).compare(.decimal(decimal("1e22"))) == .equal)
        #expect(Value.real(1e23).compare(.decimal(decimal("1e23"))) == .less)
    }

    @Test func equalValuesHashAlike() {
        let pairs: [(Value, Value)] = [
            (.real(0), .real(-0.0)), (.real(.nan), .real(-.nan)),
            (.decimal(decimal("1.50")), .decimal(decimal("1.5"))),
            (.decimal(Decimal(sign: .plus, exponent: 2, significand: 10)), .decimal(1000)),
            (.text("abc"), .text(String(decoding: [97, 98, 99], as: UTF8.self))),
        ]
        for (left, right) in pairs {
            #expect(left == right)
            #expect(left.hashValue == right.hashValue)
        }
        #expect(Value.text("e\u{301}") != .text("\u{e9}"))
        #expect(Set<Value>([.text("e\u{301}"), .text("\u{e9}")]).count == 2)
        #expect(Set(Self.ladder).count == Self.ladder.count)
    }

    @Test func descriptionsNameTheKindOnly() {
        let value = Value.text("secret")
        #expect("\(value)" == "text")
        #expect(String(reflecting: value) == "text")
        #expect(String(describing: [value]) == "[text]")
        var dumped = ""
        dump(["key": value], to: &dumped)
        #expect(!dumped.contains("secret"))
        #expect("\(ObjectKey.text("secret"))" == "key(text)")
        dumped = ""
        dump(ObjectKey.text("secret"), to: &dumped)
        #expect(!dumped.contains("secret"))
    }
}

@Suite struct ValueCodingTests {
    @Test func everyValueSurvivesCoding() throws {
        for value in ValueOrderTests.ladder + [.decimal(.nan), .real(-0.0)] {
            let decoded = try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
            #expect(decoded == value, "\(value)")
        }
    }

    @Test func theFormIsAsDocumented() throws {
        #expect(
            try String(decoding: JSONEncoder().encode(Value.integer(5)), as: UTF8.self) == #"{"integer":5}"#)
        #expect(try String(decoding: JSONEncoder().encode(Value.null), as: UTF8.self) == #"{"null":true}"#)
        let decimal = Value.decimal(decimal("-12.50"))
        #expect(
            try String(decoding: JSONEncoder().encode(decimal), as: UTF8.self) == #"{"decimal":"-125e-1"}"#)
    }

    @Test(arguments: [
        "{}", "3", "null", #"{"integer":1,"text":"a"}"#, #"{"integer":"x"}"#, #"{"integer":1e30}"#,
        #"{"other":1}"#, #"{"decimal":"1"}"#, #"{"decimal":"+1e0"}"#, #"{"decimal":"--1e0"}"#,
        #"{"decimal":"1e999"}"#, #"{"decimal":"1e99999999999"}"#, #"{"decimal":"-e1"}"#, #"{"real":"big"}"#,
        #"{"uuid":"no"}"#,
    ])
    func malformedInputThrowsADecodingError(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Value.self, from: Data(text.utf8)) }
    }

    @Test func keysSurviveCodingAndRefuseNull() throws {
        let keys: [ObjectKey] = [
            .integer(4), .text("a"), .uuid(ValueOrderTests.uuid), .compound([.integer(1), .text("b")]),
        ]
        #expect(try JSONDecoder().decode([ObjectKey].self, from: JSONEncoder().encode(keys)) == keys)
        for text in ["[]", #"[{"null":true}]"#, "4"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(ObjectKey.self, from: Data(text.utf8))
            }
        }
    }

    @Test func keysAreOrderedByTheirValues() {
        let keys: [ObjectKey] = [
            .integer(-1), .compound([.integer(-1)]), .integer(2), .compound([.integer(2), .text("a")]),
            .compound([.integer(2), .text("b")]), .text("a"), .text("b"), .uuid(ValueOrderTests.uuid),
        ]
        for (i, left) in keys.enumerated() {
            for (j, right) in keys.enumerated() {
                #expect((left < right) == (i < j))
                #expect((left == right) == (i == j))
            }
        }
    }
}

@Suite struct BytewiseTests {
    @Test func orderIsThatOfTheBytes() {
        let texts = ["", "a", "ab", "b", "e\u{301}", "é", "z", "日本", "\u{ffff}", "\u{10000}"]
        for left in texts {
            for right in texts {
                let expected = left.utf8.lexicographicallyPrecedes(right.utf8)
                #expect(Bytewise.precedes(left, right) == expected)
                #expect(Bytewise.equal(left, right) == left.utf8.elementsEqual(right.utf8))
            }
        }
    }
}

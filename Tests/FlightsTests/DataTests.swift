import Flights
import Testing

/// Reading comma-separated values, and hashing.
@Suite struct DataTests {
    @Test(arguments: [
        ("a,b\n1,2\n", [["1", "2"]]),
        ("a,b\r\n1,2\r\n\r\n3,4", [["1", "2"], ["3", "4"]]),
        ("a,b\n\"x,\"\"y\"\"\",\"z\nz\"\n,\n", [["x,\"y\"", "z\nz"], ["", ""]]),
        ("\u{FEFF}a,b\n\"\",é\n", [["", "é"]]),
        ("a,b\n", []),
    ])
    func fieldsAreReadAsWritten(_ text: String, _ expected: [[String]]) throws {
        var reader = try CSVReader(Array(text.utf8), path: "test.csv")
        #expect(try reader.column("a") == 0 && reader.column("b") == 1)
        var rows: [[String]] = []
        while try reader.advance() { rows.append([try reader.text(0), try reader.text(1)]) }
        #expect(rows == expected)
    }

    @Test func linesAreCountedThroughQuotedFields() throws {
        var reader = try CSVReader(Array("a\n\"1\n1\"\n\n2\n".utf8), path: "test.csv")
        var lines: [Int] = []
        while try reader.advance() { lines.append(reader.line) }
        #expect(lines == [2, 5])
        #expect(throws: DataError.self) { try CSVReader([], path: "empty.csv") }
    }

    @Test(arguments: [("0", 0), ("-18", -18), ("007", 7), ("9223372036854775807", Int.max)])
    func wholeNumbersAreRead(_ text: String, _ expected: Int) throws {
        var reader = try CSVReader(Array("n\n\(text)\n".utf8), path: "test.csv")
        #expect(try reader.advance())
        #expect(try reader.integer(0) == expected)
        #expect(try reader.knownInteger(0) == expected)
    }

    @Test(arguments: ["-", "+1", "1.0", "12a", "9223372036854775808", "99999999999999999999", "é"])
    func whatIsNoWholeNumberIsRefused(_ text: String) throws {
        var reader = try CSVReader(Array("n\n\(text)\n".utf8), path: "test.csv")
        #expect(try reader.advance())
        #expect(throws: DataError("test.csv", line: 2, "“n” must be a whole number, and is “\(text)”.")) {
            try reader.integer(0)
        }
    }

    @Test func unknownValuesAreNil() throws {
        var reader = try CSVReader(Array("n,t\nNA,NA\n".utf8), path: "test.csv")
        #expect(try reader.advance())
        #expect(try reader.knownInteger(0) == nil && reader.knownText(1) == nil)
    }

    @Test func textThatIsNotUTF8IsRefused() throws {
        var reader = try CSVReader(Array("t\n".utf8) + [0xC3, 0x28], path: "test.csv")
        #expect(try reader.advance())
        #expect(throws: DataError("test.csv", line: 2, "“t” is not UTF-8 text.")) { try reader.text(0) }
    }

    /// The examples of FIPS 180-4's validation data, and lengths around a block.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        ),
    ])
    func hashesAreThoseOfTheStandard(_ text: String, _ expected: String) {
        var hash = SHA256()
        for byte in text.utf8 { hash.update(CollectionOfOne(byte)) }
        #expect(hash.finish() == expected)
    }
}

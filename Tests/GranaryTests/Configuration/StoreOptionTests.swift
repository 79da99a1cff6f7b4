@testable import Granary
import Testing

@Suite struct StoreOptionTests {
    @Test(arguments: [
        ("0", 0), ("17", 17), ("64MB", 64_000_000), ("64 mb", 64_000_000), ("64MiB", 67_108_864),
        ("4kib", 4_096), ("1_000kB", 1_000_000), ("1TB", 1_000_000_000_000), ("3b", 3),
        ("", nil), ("MB", nil), ("-1", nil), ("1.5GB", nil), ("64 M", nil), ("9223372036854775807TB", nil),
        ("99999999999999999999", nil), ("٣", nil),
    ])
    func sizes(_ text: String, _ bytes: Int?) { #expect(OptionText.bytes(text) == bytes) }

    @Test(arguments: [
        ("0", 0), ("250ms", 250), ("5s", 5_000), ("2 m", 120_000), ("1h", 3_600_000), ("5", nil), ("s", nil),
        ("-1s", nil), ("9223372036854775807h", nil), ("1d", nil),
    ])
    func durations(_ text: String, _ milliseconds: Int?) {
        #expect(OptionText.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [("true", true), ("YES", true), ("off", false), ("0", false), ("", nil), ("2", nil)])
    func bools(_ text: String, _ value: Bool?) { #expect(OptionText.bool(text) == value) }

    @Test func faultsNameTheAllowedValues() {
        #expect(StoreOption.Kind.bool.fault("maybe") == "is not true or false.")
        #expect(StoreOption.Kind.integer(1...9).fault("10") == "is not a whole number from 1 to 9.")
        #expect(StoreOption.Kind.integer(1...9).fault("9") == nil)
        #expect(
            StoreOption.Kind.size(1...1_000).fault("1kib")
                == "is not a size such as 64MB, from 1B to 1kB.")
        #expect(
            StoreOption.Kind.duration(0...1_000).fault("2s")
                == "is not a time such as 5s, from 0 to 1s.")
        #expect(
            StoreOption.Kind.choice(["full", "normal"]).fault("normale")
                == "is not one of full, normal. Did you mean “normal”?")
        #expect(StoreOption.Kind.text.fault("a\0b") == "contains U+0000.")
    }

    @Test func optionsAreReadByKind() throws {
        let options = StoreOptions(["a": "yes", "b": "12", "c": "2kB", "d": "3s", "e": "word"])
        #expect(try options.bool("a", default: false))
        #expect(try options.bool("z", default: true))
        #expect(try options.integer("b", default: 0) == 12)
        #expect(try options.bytes("c", default: 0) == 2_000)
        #expect(try options.milliseconds("d", default: 0) == 3_000)
        #expect(options.text("e", default: "") == "word")
        let error = #expect(throws: GranaryError.self) { try options.integer("e", default: 0) }
        #expect(
            error?.description
                == "configuration [key options.e]: The value of the option “e” is not a whole number.")
    }

    @Test func valuesAreNeverShown() {
        var configuration = StoreConfiguration(name: "A", type: "b")
        configuration.options["password"] = "hunter2"
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("hunter2") && text.contains("password"))
        }
    }

    @Test func pathsAreResolved() throws {
        var configuration = StoreConfiguration(name: "Operations", type: "sqlite")
        #expect(try configuration.resolvedPath() == "operations.sqlite")
        configuration.location = "/var/data"
        #expect(try configuration.resolvedPath() == "/var/data/operations.sqlite")
        configuration.location = "/"
        configuration.file = "x.db"
        #expect(try configuration.resolvedPath() == "/x.db")
    }

    @Test(arguments: [
        ("", "The file name is empty."), ("..", "The file name “..” is a directory; name a file."),
        ("a/b", "The file name “a/b” contains a separator; name the directory as `location`."),
        ("a\\b", "The file name “a\\b” contains a separator; name the directory as `location`."),
        ("a\0b", "The file name contains a control character."),
        (String(repeating: "x", count: 201), "The file name is longer than 200 bytes."),
    ])
    func badFileNamesAreRefused(_ file: String, _ message: String) {
        let configuration = StoreConfiguration(name: "A", type: "b", file: file)
        let error = #expect(throws: GranaryError.self) { try configuration.resolvedPath() }
        #expect(error?.message == message && error?.context.keyPath == "stores.A.file")
    }

    @Test(arguments: [
        ("", "The location is empty; leave it out or name a directory."),
        ("~/data", "The location begins with “~”, which only shells expand; write the whole path."),
        ("a\nb", "The location contains a control character."),
        (String(repeating: "x", count: 256), "The location has a part that is longer than 255 bytes."),
    ])
    func badLocationsAreRefused(_ location: String, _ message: String) {
        let configuration = StoreConfiguration(name: "A", type: "b", location: location)
        let error = #expect(throws: GranaryError.self) { try configuration.resolvedPath() }
        #expect(error?.message == message && error?.context.keyPath == "stores.A.location")
    }
}

import FoundationEssentials
import Granary

/// Small lists in the compact format.
enum EntryTexts {
    /// Pairs of texts, by the first ones; `nil` if there are none.
    static func data(of texts: [String: String]) -> Data? {
        if texts.isEmpty { return nil }
        var writer = EntryWriter()
        writer.count(texts.count)
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            writer.text(name)
            writer.text(text)
        }
        return writer.data
    }

    /// Reads pairs of texts; none where the bytes cannot be read, since the server says it again.
    static func texts(_ data: Data?) -> [String: String] {
        guard let data else { return [:] }
        var reader = EntryReader(data)
        var texts: [String: String] = [:]
        guard let count = try? reader.count() else { return [:] }
        for _ in 0..<count {
            guard let name = try? reader.text(), let text = try? reader.text() else { return [:] }
            texts[name] = text
        }
        return texts
    }

    /// Keys of objects of one model.
    static func data(of keys: [ObjectKey]) -> Data {
        var writer = EntryWriter()
        writer.count(keys.count)
        for key in keys { writer.values(key.values) }
        return writer.data
    }

    /// Reads keys of objects of one model; `nil` where the bytes cannot be read.
    static func keys(_ data: Data?) -> [ObjectKey]? {
        guard let data else { return nil }
        var reader = EntryReader(data)
        var keys: [ObjectKey] = []
        guard let count = try? reader.count() else { return nil }
        for _ in 0..<count {
            guard let values = try? reader.values(), let key = ObjectKey(values) else { return nil }
            keys.append(key)
        }
        return keys
    }
}

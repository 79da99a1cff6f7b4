import Granary

extension ObjectID<Traveller>? {
    /// What the program calls the user of an account.
    var name: String {
        guard let self else { return "guest" }
        return String(self.key.prefix { $0 != "@" })
    }
}

extension Trip.Snapshot {
    /// Where the trip goes, and when.
    var text: String { "\(flightCode) to \(destination)" }
}

/// A number of things, in words.
func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

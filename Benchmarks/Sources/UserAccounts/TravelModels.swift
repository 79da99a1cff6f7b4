internal import Granary
internal import GranaryAccounts

/// The user.
@Model final class Traveller {
    @Attribute(.primaryKey) var email: String
    var name: String
}

/// What all share.
@Model final class Airline {
    @Attribute(.primaryKey) var code: String
    var fleet: Int
}

/// What each account keeps.
@Model final class Trip {
    var id: Int
    var title: String
    var days: Int
}

/// What each account can get again.
@Model final class Timetable {
    var id: Int
    var line: String
}

/// What each account has until the program ends.
@Model final class Draft {
    var id: Int
    var text: String
}

/// The next version.
enum Next {
    /// A required attribute more, which code computes.
    @Model final class Trip {
        var id: Int
        var title: String
        var days: Int
        var initial: String
    }
}

extension Traveller {
    /// The user with a number.
    static func numbered(_ number: Int) -> Snapshot {
        Snapshot(email: "traveller \(number)", name: "as it was sent")
    }

    /// The identity of the user with a number.
    static func id(_ number: Int) -> ObjectID<Traveller> { ObjectID("traveller \(number)") }
}

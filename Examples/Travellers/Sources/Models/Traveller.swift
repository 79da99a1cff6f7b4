import Granary

/// Somebody who signs in: the user of an account, in a store that all accounts share.
@Model final class Traveller {
    @Attribute(.primaryKey) var email: String
    var name: String

    init(email: String, name: String) {
        self.email = email
        self.name = name
    }
}

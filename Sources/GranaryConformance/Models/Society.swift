import Granary

/// Relationships of a model with itself: a tree, a chain, and many to many.
@Model final class Person {
    var id: Int
    var name: String
    var age: Int?
    @Relationship var mentor: Person?
    @Relationship(inverse: \Person.mentor, onDelete: .nullify) var pupils: ToMany<Person>
    @Relationship var next: Person?
    @Relationship(inverse: \Person.next) var previous: Person?
    @Relationship var follows: ToMany<Person>
    @Relationship(inverse: \Person.follows) var followers: ToMany<Person>
}

/// Two relationships that delete each other's objects in a diamond: a team has members and desks, both have badges.
@Model final class Team {
    var id: Int
    var name: String
    @Relationship(inverse: \Member.team, onDelete: .cascade) var members: ToMany<Member>
    @Relationship(inverse: \Desk.team, onDelete: .cascade) var desks: ToMany<Desk>
}

/// One side of the diamond.
@Model final class Member {
    var id: Int
    @Relationship var team: Team?
    @Relationship(inverse: \Badge.member, onDelete: .cascade) var badges: ToMany<Badge>
}

/// The other side of the diamond.
@Model final class Desk {
    var id: Int
    @Relationship var team: Team?
    @Relationship(inverse: \Badge.desk, onDelete: .cascade) var badges: ToMany<Badge>
}

/// Where the diamond closes.
@Model final class Badge {
    var id: Int
    @Relationship var member: Member?
    @Relationship var desk: Desk?
}

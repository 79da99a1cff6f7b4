internal import Granary

/// Has members, in another configuration than they are.
@Model final class Club {
    var id: Int
    var name: String
    @Relationship(inverse: \Athlete.club) var athletes: ToMany<Athlete>
}

/// Belongs to a club.
@Model final class Athlete {
    var id: Int
    @Attribute(.indexed) var code: String
    var score: Int
    @Relationship var club: Club?
}

/// Has a few of the existing labels.
@Model final class Post {
    var id: Int
    var text: String
    @Relationship var labels: ToMany<Label>
}

/// Is on many posts.
@Model final class Label {
    @Attribute(.primaryKey) var word: String
    @Relationship(inverse: \Post.labels) var posts: ToMany<Post>
}

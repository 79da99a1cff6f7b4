/// How dates are written in JSON.
package enum JSONDates: Sendable {
    /// As numbers of seconds since 2001, exactly: the form of structured values in stores.
    case seconds
    /// As text of RFC 3339, to the microsecond: attributes in the JSON of a snapshot.
    case microseconds
    /// As text of RFC 3339 with as many digits as the date needs: dates inside the structures of a snapshot.
    case exact

    /// How dates inside a structure are written.
    var inside: JSONDates { self == .microseconds ? .exact : self }
}

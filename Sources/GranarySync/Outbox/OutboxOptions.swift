/// How repositories send.
struct OutboxOptions: Sendable {
    var sending = OutboxSending.atOnce
    var lanes: [OutboxLane] = []
}

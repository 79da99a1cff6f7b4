import Granary
import Testing

/// A channel waits for no reader, and a reader that is behind gets the newest events.
@Suite(.timeLimit(.minutes(1))) struct EventChannelTests {
    @Test func aReaderThatIsBehindGetsTheNewestEventsWithTheirNumbers() async {
        let channel = EventChannel<Int>(limit: 3)
        let (slow, idle) = (channel.makeStream(), channel.makeStream())
        for _ in 0..<10 { channel.send { $0 } }
        channel.finish()
        var read: [Int] = []
        for await number in slow { read.append(number) }
        #expect(read == [8, 9, 10])
        withExtendedLifetime(idle) {}
    }

    @Test func aReaderGetsWhatIsSentSinceItWasMade() async {
        let channel = EventChannel<Int>(limit: 10)
        channel.send { $0 }
        let reader = channel.makeStream()
        channel.send { $0 }
        channel.finish()
        channel.send { $0 }
        var read: [Int] = []
        for await number in reader { read.append(number) }
        #expect(read == [2])
        for await number in channel.makeStream() { Issue.record("\(number) after the end") }
    }

    @Test func readersEndWithTheirChannel() async {
        var channel: EventChannel<Int>? = EventChannel(limit: 10)
        let reader = channel?.makeStream()
        channel = nil
        var iterator = reader?.makeAsyncIterator()
        #expect(await iterator?.next() == nil)
    }

    @Test func whatAReaderHadIsFreedWithIt() async {
        final class Event: Sendable {}
        let channel = EventChannel<Event>(limit: 10)
        weak var event: Event?
        do {
            let reader = channel.makeStream()
            let sent = Event()
            event = sent
            channel.send { _ in sent }
            withExtendedLifetime(reader) {}
        }
        #expect(event == nil)
    }
}

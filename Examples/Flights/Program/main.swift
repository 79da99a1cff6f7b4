import Flights

await FlightsProgram.main()

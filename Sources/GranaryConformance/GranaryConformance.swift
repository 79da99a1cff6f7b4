// GranaryConformance

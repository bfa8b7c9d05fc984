import Base
import TestSupport
import Testing

@Suite struct SpringTests {
  @Test func position_isThatOfTheVectors() throws {
    let samples = try AnimationVectors.samples("spring_m1_k100_c10")
    #expect(samples.count > 20)
    for (time, value) in samples {
      #expect(abs(Spring.standard.position(after: time) - value) < 1e-6, "at \(time)")
    }
  }

  @Test func spring_restsBeforeItIsTouched_andInTheEnd() {
    for time in [-1.0, 0] {
      #expect(Spring.standard.position(after: time) == 0)
    }
    for step in 90...10_000 {
      let time = Double(step) / 100
      #expect(abs(Spring.standard.position(after: time) - 1) < 0.01)
    }
    #expect(Spring.standard.position(after: 100) == 1)
  }

  /// The formula against the equation itself, m·x'' = k·(1 − x) − c·x', taken in small steps.
  @Test(arguments: [(1.0, 100.0, 10.0), (2, 50, 3), (0.5, 300, 1)]) func spring_obeysItsEquation(
    mass: Double, stiffness: Double, damping: Double
  ) {
    let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
    let step = 1e-5
    var (place, speed) = (0.0, 0.0)
    for index in 1...200_000 {
      speed += step * (stiffness * (1 - place) - damping * speed) / mass
      place += step * speed
      if index % 1_000 == 0 {
        let time = Double(index) * step
        #expect(abs(spring.position(after: time) - place) < 2e-3, "at \(time)")
      }
    }
  }
}

import CVectors
import Pixels
import RasterKernels

#if arch(x86_64)
  import RasterKernelsAVX2
#endif

/// The kernels by themselves, on a batch of spans along a ring's edge or on a row of words.
enum KernelWorkload: Int, CaseIterable {
  case coverRectangle, coverAnnulus, coverArc, blendPaint, blendSources, fill, copy, pack565

  /// What tables call it.
  var name: StaticString {
    switch self {
    case .coverRectangle: "cover a rectangle"
    case .coverAnnulus: "cover an annulus"
    case .coverArc: "cover an arc"
    case .blendPaint: "lay an opaque colour by levels"
    case .blendSources: "lay a picture by levels"
    case .fill: "fill a row"
    case .copy: "copy a row"
    case .pack565: "dither a row"
    }
  }

  /// Columns of the row that is filled, copied and dithered.
  private static var width: Int { 1_024 }

  /// Carries it out so many times.
  ///
  /// - Parameter isWide: whether with 256-bit vectors, where there are such.
  /// - Returns: how many pixels it computed.
  @_optimize(speed)
  func run(_ count: Int, isWide: Bool) -> Int {
    var batch = SpanBatch()
    let arc = ArcEdges(
      AnnulusEdges(rim: Circle(centerX: 960, centerY: 540, radius: 216), holeRadius: 194),
      startCap: Circle(centerX: 960, centerY: 335, radius: 11),
      endCap: Circle(centerX: 1_165, centerY: 540, radius: 11), start: SIMD2(0, -1),
      end: SIMD2(1, 0), isLarge: false, isRound: true)
    let bounds = SpanBounds(left: 0, top: 0, right: 1_920, bottom: 1_080)
    for index in 0..<SpanBatch.capacity {
      batch.append(column: 1_100 + index % 2 * 8, row: 400 + index / 2)
    }
    batch.setColumnLimits(from: 1_100, to: 1_116)
    batch.fill(0xffff_ffff)
    switch self {
    case .fill, .copy, .pack565: return runRow(count)
    case .blendPaint, .blendSources:
      // Levels to lay by.
      RasterKernels.SpanKernels.cover(&batch, arc, within: bounds)
      RasterKernels.SpanKernels.resolveCoverage(&batch)
    default: break
    }
    for _ in 0..<count {
      #if arch(x86_64)
        if isWide {
          switch self {
          case .coverRectangle:
            RasterKernelsAVX2.SpanKernels.cover(&batch, Self.rectangle, within: bounds)
          case .coverAnnulus:
            RasterKernelsAVX2.SpanKernels.cover(&batch, arc.annulus, within: bounds)
          case .coverArc: RasterKernelsAVX2.SpanKernels.cover(&batch, arc, within: bounds)
          case .blendPaint: RasterKernelsAVX2.SpanKernels.blend(.word(0xffff_0000), over: &batch)
          default: RasterKernelsAVX2.SpanKernels.blendSources(over: &batch)
          }
          RasterKernelsAVX2.SpanKernels.resolveCoverage(&batch)
          continue
        }
      #endif
      switch self {
      case .coverRectangle:
        RasterKernels.SpanKernels.cover(&batch, Self.rectangle, within: bounds)
      case .coverAnnulus:
        RasterKernels.SpanKernels.cover(&batch, arc.annulus, within: bounds)
      case .coverArc: RasterKernels.SpanKernels.cover(&batch, arc, within: bounds)
      case .blendPaint: RasterKernels.SpanKernels.blend(.word(0xffff_0000), over: &batch)
      default: RasterKernels.SpanKernels.blendSources(over: &batch)
      }
      RasterKernels.SpanKernels.resolveCoverage(&batch)
    }
    return count * SpanBatch.capacity * 8
  }

  private static var rectangle: RectangleEdges {
    RectangleEdges(left: 1_101.5, top: 401, right: 1_110.25, bottom: 414.5)
  }

  /// The same for whole rows, in whatever vectors the program itself takes.
  private func runRow(_ count: Int) -> Int {
    let size = PixelSize(width: Self.width, height: 1)
    let words = Pixmap(size: size, filledWith: 0xff12_3456)
    let format = PixelFormat.all.first {
      $0.fourCC == (self == .pack565 ? 0x3631_4752 : 0x3432_5258)
    }
    guard let format else { return 0 }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * Self.width, alignment: 64)
    defer { unsafe memory.deallocate() }
    var surface = unsafe PixelSurface(
      base: memory, stride: 4 * Self.width, size: size, format: format)
    for index in 0..<count {
      if self == .fill {
        surface.fill(0xff00_0000 | UInt32(truncatingIfNeeded: index), columns: 0..<Self.width, y: 0)
      } else {
        words.withRow(0, columns: 0..<Self.width) { surface.store($0, x: 0, y: 0) }
      }
    }
    return count * Self.width
  }
}

/// The name of a kernel by number; nil for none. A C string that stays.
@c(kernel_name)
public func kernelName(_ number: Int32) -> UnsafePointer<UInt8>? {
  guard let kernel = KernelWorkload(rawValue: Int(number)) else { return nil }
  return unsafe kernel.name.utf8Start
}

/// Whether kernels can be carried out in 256-bit vectors.
@c(kernels_are_wide)
public func kernelsAreWide() -> Int32 { vector_has_avx2() }

/// Carries out a kernel so many times, and tells how many pixels that were.
@c(kernel_run)
public func runKernel(_ number: Int32, _ isWide: Int32, _ count: Int32) -> Int64 {
  guard let kernel = KernelWorkload(rawValue: Int(number)) else { return 0 }
  return Int64(kernel.run(Int(count), isWide: isWide != 0 && vector_has_avx2() != 0))
}

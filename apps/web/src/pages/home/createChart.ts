import type { Candle } from '@latchkey/protocol/api'
import uPlot from 'uplot'
import type { ChartColors } from './chartColors.ts'

/** Style of the chart. */
export type ChartKind = 'line' | 'candles'

export type CreateChartParameters = {
  element: HTMLElement
  candles: readonly Candle[]
  /** Seconds of each candle. */
  bucket: number
  /** Range of the time axis, in unix seconds. */
  window: { from: number; to: number }
  kind: ChartKind
  colors: ChartColors
  width: number
  height: number
  formatPrice: (price: number) => string
  /** Formats the unix milliseconds of all labels of the axis. */
  formatTimes: (times: readonly number[]) => readonly string[]
  /** Receives the index of the candle under the cursor and its position in the element, or undefined. */
  onCursor: (cursor: { index: number; left: number; top: number } | undefined) => void
}

/** Draws prices into an element. The caller must destroy the result. */
export function createChart({
  element,
  candles,
  bucket,
  window: { from, to },
  kind,
  colors,
  width,
  height,
  formatPrice,
  formatTimes,
  onCursor,
}: CreateChartParameters): uPlot {
  const axisFont = `500 12px ${colors.font}`
  const volumeTop = Math.max(...candles.map(({ volume }) => volume), 0)
  const options: uPlot.Options = {
    width,
    height,
    padding: [12, 0, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: kind === 'line' ? { size: 9, width: 2, fill: colors.line, stroke: colors.page } : { show: false },
    },
    scales: {
      x: { time: true, range: () => padTime({ min: from, max: to, width }) },
      y: { range: () => priceRange({ candles, kind }) },
    },
    axes: [
      {
        stroke: colors.text,
        font: axisFont,
        grid: { show: false },
        ticks: { show: false },
        size: 34,
        space: 104,
        // Omit a label that would be cut at the edge.
        values: (chart, splits) => {
          const labels = formatTimes(splits.map((split) => split * 1000))
          return splits.map((split, place) => (chart.valToPos(split, 'x') < 24 ? '' : (labels[place] ?? '')))
        },
      },
      {
        side: 1,
        stroke: colors.text,
        font: axisFont,
        grid: { stroke: colors.grid, width: 1 },
        ticks: { show: false },
        gap: 10,
        size: (_, values) => 16 + 7 * Math.max(6, ...(values ?? []).map((value) => value.length)),
        space: 56,
        values: (_, splits) => splits.map(formatPrice),
      },
    ],
    series: [
      {},
      {
        stroke: kind === 'line' ? colors.line : 'transparent',
        width: 2,
        points: { show: kind === 'line' && candles.length === 1, size: 7, fill: colors.line },
        ...(kind === 'line' ? { fill: (chart: uPlot) => fade(chart, colors.line) } : {}),
      },
    ],
    hooks: {
      drawAxes: [(chart) => drawVolume({ chart, candles, bucket, top: volumeTop, color: colors.strong })],
      draw: [
        (chart) => {
          if (kind === 'candles') drawCandles({ chart, candles, bucket, colors })
          else drawHead({ chart, candles, colors })
        },
      ],
      setCursor: [
        (chart) => {
          const { idx, left, top } = chart.cursor
          const candle = typeof idx === 'number' ? candles[idx] : undefined
          if (typeof idx !== 'number' || !candle || left === undefined || left < 0) return onCursor(undefined)
          onCursor({ index: idx, left: chart.valToPos(candle.time, 'x'), top: top ?? 0 })
        },
      ],
    },
  }
  return new uPlot(options, [candles.map(({ time }) => time), candles.map(({ close }) => close)], element)
}

/** Adds space on both sides for the mark of the newest price. */
function padTime({ min, max, width }: { min: number; max: number; width: number }): uPlot.Range.MinMax {
  const room = max === min ? 1800 : (max - min) * (14 / width)
  return [min - room, max + room]
}

/** Reserves the lowest sixth for the volume, and never shows a price below zero. */
function priceRange({ candles, kind }: { candles: readonly Candle[]; kind: ChartKind }): uPlot.Range.MinMax {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const candle of candles) {
    low = Math.min(low, kind === 'candles' ? candle.low : candle.close)
    high = Math.max(high, kind === 'candles' ? candle.high : candle.close)
  }
  if (!Number.isFinite(low)) return [0, 1]
  const spread = high - low || high * 0.02 || 1
  return [Math.max(0, low - spread * 0.28), high + spread * 0.08]
}

function fade(chart: uPlot, color: string) {
  const { top, height } = chart.bbox
  const gradient = chart.ctx.createLinearGradient(0, top, 0, top + height)
  gradient.addColorStop(0, `${color}3d`)
  gradient.addColorStop(1, `${color}00`)
  return gradient
}

function drawVolume({
  chart,
  candles,
  bucket,
  top,
  color,
}: {
  chart: uPlot
  candles: readonly Candle[]
  bucket: number
  top: number
  color: string
}) {
  if (top <= 0) return
  const { ctx, bbox } = chart
  const width = barWidth(chart, bucket)
  ctx.save()
  ctx.fillStyle = color
  ctx.globalAlpha = 0.55
  for (const { time, volume } of candles) {
    const height = (volume / top) * bbox.height * 0.14
    ctx.fillRect(chart.valToPos(time, 'x', true) - width / 2, bbox.top + bbox.height - height, width, height)
  }
  ctx.restore()
}

/** Draws a mark at the current price. */
function drawHead({ chart, candles, colors }: { chart: uPlot; candles: readonly Candle[]; colors: ChartColors }) {
  const last = candles.at(-1)
  if (!last) return
  const { ctx } = chart
  const [x, y] = [chart.valToPos(last.time, 'x', true), chart.valToPos(last.close, 'y', true)]
  const dot = (radius: number, color: string, opacity: number) => {
    ctx.beginPath()
    ctx.globalAlpha = opacity
    ctx.fillStyle = color
    ctx.arc(x, y, radius * devicePixelRatio, 0, 2 * Math.PI)
    ctx.fill()
  }
  ctx.save()
  dot(9, colors.line, 0.22)
  dot(4, colors.line, 1)
  ctx.restore()
}

function drawCandles({
  chart,
  candles,
  bucket,
  colors,
}: {
  chart: uPlot
  candles: readonly Candle[]
  bucket: number
  colors: ChartColors
}) {
  const { ctx } = chart
  const width = barWidth(chart, bucket)
  const line = Math.max(1, Math.round(devicePixelRatio))
  ctx.save()
  for (const { time, open, high, low, close } of candles) {
    const x = Math.round(chart.valToPos(time, 'x', true))
    const [from, to] = [chart.valToPos(open, 'y', true), chart.valToPos(close, 'y', true)]
    const wick = [chart.valToPos(high, 'y', true), chart.valToPos(low, 'y', true)] as const
    ctx.fillStyle = close >= open ? colors.gain : colors.loss
    ctx.fillRect(x - line / 2, wick[0], line, wick[1] - wick[0])
    ctx.fillRect(x - width / 2, Math.min(from, to), width, Math.max(line, Math.abs(to - from)))
  }
  ctx.restore()
}

/** Returns the width of a bar in canvas pixels: most of its time, so that bars do not overlap. */
function barWidth(chart: uPlot, bucket: number) {
  const { min = 0 } = chart.scales.x ?? {}
  const room = chart.valToPos((min ?? 0) + bucket, 'x', true) - chart.valToPos(min ?? 0, 'x', true)
  return Math.max(devicePixelRatio, Math.min(room * 0.7, 14 * devicePixelRatio))
}

import 'uplot/dist/uPlot.min.css'
import type { Candle } from '@latchkey/protocol/api'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { useLanguage } from '../../language/LanguageContext.ts'
import { chartColors } from './chartColors.ts'
import { mergeCandles } from './chartData.ts'
import { type ChartKind, createChart } from './createChart.ts'
import styles from './PriceChart.module.css'
import { timeLabels } from './timeLabels.ts'

/**
 * The chart. The pointer or the arrow keys select a moment. A screen reader reads it as the value of a slider.
 */
export function PriceChart({
  candles,
  interval,
  shown: { from, to, since },
  kind,
  label,
  theme,
}: {
  candles: readonly Candle[]
  /** Seconds of a candle. */
  interval: number
  /** Range of the time axis, in unix seconds; `since`: the first trade, if a part of the range is empty. */
  shown: { from: number; to: number; since: number | undefined }
  kind: ChartKind
  label: string
  theme: 'light' | 'dark'
}) {
  const { text, format } = useLanguage()
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [cursor, setCursor] = useState<{ index: number; left: number }>()

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const limit = size ? Math.max(20, Math.floor(size.width / 9)) : 0
  const { candles: shown, bucket } = useMemo(
    () =>
      kind === 'candles' && limit
        ? mergeCandles({ candles, interval, span: to - from, limit })
        : { candles, bucket: interval },
    [candles, interval, from, to, kind, limit],
  )
  const formatTimes = useEffectEvent((times: readonly number[]) => timeLabels({ times, format }))
  const formatPrice = useEffectEvent((price: number) => format.price(price))

  // The theme and the language also require a redraw. The chart reads its colors from the document, which ThemeProvider marks in its
  // own effect, and it draws the texts of the axes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const element = frame.current
    if (!element || !size || size.width < 40) return
    let drawn: uPlot | undefined
    const draw = requestAnimationFrame(() => {
      drawn = createChart({
        element,
        candles: shown,
        bucket,
        window: { from, to },
        kind,
        colors: chartColors(),
        ...size,
        formatPrice,
        formatTimes,
        onCursor: (next) => setCursor(next),
      })
      chart.current = drawn
    })
    return () => {
      cancelAnimationFrame(draw)
      drawn?.destroy()
      chart.current = undefined
    }
  }, [shown, bucket, from, to, kind, size, theme, format])

  const point = cursor ? shown[cursor.index] : undefined
  const moveTo = (index: number) => {
    const target = shown[Math.max(0, Math.min(shown.length - 1, index))]
    if (!target || !chart.current) return
    chart.current.setCursor({
      left: chart.current.valToPos(target.time, 'x'),
      top: chart.current.valToPos(target.close, 'y'),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = cursor?.index ?? shown.length
    const page = Math.max(1, Math.round(shown.length / 10))
    const target = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      PageDown: index - page,
      PageUp: index + page,
      Home: 0,
      End: shown.length - 1,
    }[event.key]
    if (event.key === 'Escape') chart.current?.setCursor({ left: -10, top: -10 })
    if (target === undefined) return
    event.preventDefault()
    moveTo(target)
  }
  const spoken = point
    ? `${format.dateTimeShort(point.time * 1000)}: ${format.price(point.close)}`
    : `${format.price(shown.at(-1)?.close)}. ${text.chart.hint}`

  return (
    <div className={styles.chart}>
      <div
        ref={frame}
        className={styles.frame}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={shown.length - 1}
        aria-valuenow={cursor?.index ?? shown.length - 1}
        aria-valuetext={spoken}
        onKeyDown={onKeyDown}
        onBlur={() => chart.current?.setCursor({ left: -10, top: -10 })}
      />
      {since !== undefined && <p className={styles.since}>{text.chart.since(format.dateTimeShort(since * 1000))}</p>}
      {point && cursor && size && (
        <div
          className={styles.tip}
          data-flip={cursor.left > size.width / 2}
          style={{ '--left': `${cursor.left}px` }}
          aria-hidden="true"
        >
          <p className={styles.when}>{format.dateTimeShort(point.time * 1000)}</p>
          {kind === 'line' ? (
            <p className={styles.at}>{format.price(point.close)}</p>
          ) : (
            <dl>
              {(['open', 'high', 'low', 'close'] as const).map((name) => (
                <div key={name}>
                  <dt>{text.chart[name]}</dt>
                  <dd>{format.price(point[name])}</dd>
                </div>
              ))}
            </dl>
          )}
          <p className={styles.volume}>
            {text.chart.volume} {format.compactMoney(point.volume)}
          </p>
        </div>
      )}
    </div>
  )
}

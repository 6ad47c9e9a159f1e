import { type ReactNode, useMemo } from 'react'
import { qrShapes } from './qrShapes.ts'

export type QrCodeProps = {
  text: string
  label: string
  /** Shown in the middle. */
  children?: ReactNode
}

/** A QR code of rounded dots, with a picture in the middle. Dark on light in both themes, because scanners expect it. */
export function QrCode({ text, label, children }: QrCodeProps) {
  const { size, finders, dots } = useMemo(() => qrShapes({ text }), [text])
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
        <path className="qr-dots" d={dots} />
        {finders.map(({ x, y }) => (
          <g key={`${x} ${y}`}>
            <rect className="qr-frame" x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.9" />
            <rect className="qr-eye" x={x + 2} y={y + 2} width="3" height="3" rx="1" />
          </g>
        ))}
      </svg>
      {children}
    </div>
  )
}

/** Light, dark, or the current setting of the visitor's system. */
export type ThemeMode = 'light' | 'dark' | 'system'

/** The values that an app can set. Each is also a CSS custom property `--lk-…` that the page's CSS can set. */
export type ThemeVariables = {
  /** `--lk-accent`: primary buttons and marks. A hexadecimal color also selects a readable color for the text on it. */
  accent?: string
  /** `--lk-accent-ink`: text on the accent. */
  accentInk?: string
  /** `--lk-accent-text`: the accent as text; keep it at 4.5:1 against the card. */
  accentText?: string
  /** `--lk-mix`: a color mixed into every surface. */
  mix?: string
  /** `--lk-mix-strength`: its share, for example `8%`. */
  mixStrength?: string
  /** `--lk-font-family`. */
  fontFamily?: string
  /** `--lk-font-size-master`: every size is a multiple of it; default `10px`. */
  fontSizeMaster?: string
  /** `--lk-radius-master`: every radius is a multiple of it; default `4px`. */
  radiusMaster?: string
  /** `--lk-z-index`: default 999. */
  zIndex?: number
  /** `--lk-qr-color`: the dots of QR codes. */
  qrColor?: string
}

/**
 * Appearance of the modal and the buttons; `mode` is `system` by default.
 *
 * @example { mode: 'dark', variables: { accent: '#1d4ed8', radiusMaster: '2px' } }
 */
export type Theme = { mode?: ThemeMode; variables?: ThemeVariables }

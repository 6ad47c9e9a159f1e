import { css } from '../../styles/css.ts'
import { qrCss } from '../../ui/qr.css.ts'

/** Styles of the receive view. */
export const receiveCss =
  qrCss +
  css(`
.receive-address{padding:2u 12u 4u;text-align:center;font-size:15u;color:var(--t1)}
.receive-address .receiver-title{margin-inline:auto}
.receive-address .address{justify-content:center}
`)

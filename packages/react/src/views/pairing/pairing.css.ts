import { css } from '../../styles/css.ts'
import { liveCodeCss } from '../../ui/liveCode.css.ts'

/** Styles of the pairing views. */
export const pairingCss =
  liveCodeCss +
  css(`
.pairing[data-code]{min-height:440u;justify-content:center}
.pairing-text+.pairing-note{margin-top:-6u}
.hero-status .pairing-note{margin-top:8u}
.pairing-note{padding:0 8u;text-align:center;font-size:13.5u;line-height:1.4;color:var(--t3);text-wrap:balance}
.reach{display:flex;flex-direction:column;gap:10u;padding:14u;border-radius:16r;background:var(--s1)}
.reach-title{font-size:14u;font-weight:600;line-height:1.35}
.reach-list{display:flex;flex-wrap:wrap;gap:6u}
.reach-blank{width:60%;height:44u;border-radius:12r}
.reach-list li{min-width:0}
.reach-wallet{display:flex;align-items:center;gap:8u;min-height:44u;max-width:100%;padding-block:6u;padding-inline:8u 12u;border:0;border-radius:12r;background:var(--s0);font-size:14u;font-weight:550;text-align:start}
.reach-name{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.reach-others{font-size:13u;line-height:1.4;color:var(--t3)}
@media(hover:hover){.reach-wallet:hover{background:var(--s2)}}
.hero-wallet[data-away] .picture{filter:grayscale(1);opacity:.7}
.pairing .ring[data-state=idle] .picture{opacity:1;filter:none}
`)

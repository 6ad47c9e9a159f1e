import { css } from '../../styles/css.ts'

/** Styles of smart accounts and permissions. */
export const smartAccountCss = css(`
.smart,.session-part{display:flex;flex-direction:column;gap:12u}
.smart-choices,.session-items{display:flex;flex-direction:column;gap:8u}
.smart-choice{display:flex;align-items:center;padding-inline-end:8u;border-radius:16r;background:var(--s1)}
.smart-choice[data-used]{box-shadow:inset 0 0 0 1.5px var(--accent-text)}
.smart-main{display:flex;align-items:center;gap:12u;flex:1;min-width:0;min-height:76u;padding-block:10u;padding-inline:12u 4u;border:0;border-radius:16r;background:none;text-align:start;line-height:1.4}
.smart-main:focus-visible,.session-row:focus-visible{outline-offset:-2px}
.smart-title{display:flex;align-items:center;flex-wrap:wrap;gap:4u 8u;min-width:0}
.smart-avatar{width:40u;height:40u;border-radius:50%;flex:none;object-fit:cover}
.smart-note{font-size:13.5u;color:var(--t2);overflow-wrap:anywhere}
.smart-confirm,.session-confirm{display:flex;flex-direction:column;gap:8u;padding:14u;border-radius:16r;background:var(--s1);text-align:center;text-wrap:balance}
.smart-confirm .pair,.session-confirm .pair{margin-top:6u}
.smart-confirm .btn,.session-confirm .btn{min-height:44u;padding-block:8u;font-size:15u}
.smart-confirm .btn[data-kind=secondary],.session-confirm .btn[data-kind=secondary]{background:var(--s2)}
.session-confirm{background:var(--s0)}
.session-confirm .btn[data-kind=secondary]{background:var(--s1)}
.session-confirm .btn[data-kind=danger]{background:var(--loss-soft)}
.session-title{padding:2u 4u;font-size:14u;font-weight:600;color:var(--t2)}
.session-part{gap:8u}
.session{border-radius:16r;background:var(--s1);overflow:hidden}
.session-row{display:flex;align-items:center;gap:12u;width:100%;min-height:64u;padding-block:10u;padding-inline:12u 14u;border:0;border-radius:16r;background:none;text-align:start;line-height:1.4}
.session-row>.icon{color:var(--t2);transition:transform .16s}
.session-row[aria-expanded=true]>.icon{transform:rotate(180deg)}
.session:not([data-status=active]) .picture{filter:saturate(.3);opacity:.75}
.session-panel{display:flex;flex-direction:column;gap:10u;padding:0 12u 12u}
.session-list{display:flex;flex-direction:column;gap:8u}
.session-may{display:flex;flex-direction:column;gap:3u;padding:12u 14u;border-radius:12r;background:var(--s0)}
.session-may .address{margin-top:2u;font-size:13.5u}
.session-what{font-size:15u;font-weight:600;line-height:1.35;overflow-wrap:anywhere}
.session-how{font-size:13.5u;line-height:1.4;color:var(--t2);overflow-wrap:anywhere}
.session-usage{display:flex;flex-direction:column;gap:3u;margin-top:6u}
.session-bar{display:block;height:6u;margin-bottom:3u;border-radius:3u;background:var(--s2);overflow:hidden}
.session-bar svg{display:block;fill:var(--accent)}
.session-bar:dir(rtl){transform:scaleX(-1)}
.session-panel .details{padding:0 14u;border-radius:12r;background:var(--s0);font-size:14u}
.session-panel .detail{padding:9u 0}
.session-revoke{display:flex;align-items:center;justify-content:center;gap:8u;min-height:44u;padding:4u 8u;border:0;border-radius:12r;background:none;color:var(--loss-text);font-size:15u;font-weight:600}
.session-revoke .icon{width:18u;height:18u}
@media(hover:hover){.smart-choice:not([data-used]) .smart-main:hover,.session-row:hover{background:var(--s2)}.session-revoke:hover{background:var(--loss-soft)}}
`)

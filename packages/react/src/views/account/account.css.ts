import { css } from '../../styles/css.ts'

/** Styles of the account views. */
export const accountCss = css(`
.account-head{display:flex;flex-direction:column;align-items:center;padding:2u 0 6u}
.avatar{width:56u;height:56u;border-radius:50%;object-fit:cover}
.account-name{display:flex;align-items:center;gap:2u;max-width:100%;margin-top:8u}
.account-who{overflow-wrap:anywhere}
.account-choose{margin:2u 0 6u;font-size:14u}
.address-button{position:relative;display:flex;align-items:center;gap:2u;min-width:0;min-height:36u;padding-block:0;padding-inline:8u 2u;border:0;border-radius:10r;background:none;font-size:16u;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:-.005em}
.address-button::after{content:"";position:absolute;inset:-4u 0}
.address-button .icon{width:16u;height:16u;color:var(--t3);transition:transform .16s}
.address-button[aria-expanded=true] .icon{transform:rotate(180deg)}
.account-name .icon-button{width:32u;height:32u}
.account-name .icon-button::after{inset:-6u}
.account-name .icon-button .icon{width:17u;height:17u}
.account-wallet{position:relative;display:flex;align-items:center;gap:6u;max-width:100%;height:32u;margin:2u 0 4u;padding-block:0;padding-inline:4u 8u;border:0;border-radius:10r;background:none;color:var(--t2);font-size:14u;font-weight:550}
.account-wallet::after{content:"";position:absolute;inset:-6u 0}
.account-wallet .picture{width:20u;height:20u;border-radius:6r}
.account-wallet-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.account-others{padding:0 6u;border-radius:7r;background:var(--s2);font-size:12.5u;line-height:18u}
.account-wallet>.icon{width:14u;height:14u;color:var(--t3)}
.account-wallet>.icon:dir(rtl){transform:scaleX(-1)}
.account-whole{padding:2u 24u 8u;font-size:14u}
.account-whole .address{justify-content:center;text-align:center}
.total{display:flex;flex-direction:column;align-items:center;min-height:46u;font-size:36u;font-weight:650;line-height:46u;letter-spacing:-.032em}
.total[data-length=long]{font-size:26u;letter-spacing:-.025em}
.total-note{font-size:14u;font-weight:500;line-height:1.3;letter-spacing:0;color:var(--t2)}
.skeleton-total{width:150u;height:34u;margin:6u 0;border-radius:10r}
.actions{display:flex;gap:10u}
.action{flex:1;display:flex;flex-direction:column;align-items:center;gap:6u;padding:12u 8u 11u;border:0;border-radius:18r;background:var(--s1);font-size:14u;font-weight:600;transition:background-color .12s,transform .12s}
.action:active{transform:scale(.98)}
.action{min-width:0}
.action>:last-child{max-width:100%;overflow:hidden;text-overflow:ellipsis}
.actions:has(:nth-child(4)){gap:6u}
.actions:has(:nth-child(4)) .action{padding-inline:3u;font-size:13u;letter-spacing:-.012em}
@media(max-width:350px){.actions:has(:nth-child(4)) .action{font-size:11.5u}}
.action-mark{display:grid;place-items:center;width:34u;height:34u;border-radius:50%;background:var(--accent);color:var(--accent-ink)}
.action-mark .icon{width:18u;height:18u;stroke-width:2.2}
.leave{display:flex;align-items:center;justify-content:center;gap:8u;flex:1;min-height:44u;padding:0 16u;margin:-4u 0 -8u;border:0;border-radius:12r;background:none;color:var(--t2);font-size:14u;font-weight:600}
.split{display:flex;align-items:baseline;justify-content:space-between;gap:12u}
.split>:first-child{flex:1 0 auto;max-width:65%;overflow:hidden;text-overflow:ellipsis}
.split>.whole-parts{display:flex;flex:1 1 0;flex-wrap:wrap;max-width:none;height:1.4em;min-width:4em;white-space:pre}
.split>:last-child:not(:first-child){min-width:0;overflow:hidden;text-overflow:ellipsis}
.split>.amount{font-size:15u;font-weight:550}
.split[data-muted] .amount{color:var(--t3)}
@media(hover:hover){.action:hover{background:var(--s2)}.leave:not([data-key]):hover{color:var(--loss-text)}.leave[data-key]:hover{color:var(--t1)}.address-button:hover .icon,.account-wallet:hover{color:var(--t1)}}
`)

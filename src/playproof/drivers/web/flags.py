"""The command line of the browser: what each group of switches is for."""

from collections.abc import Sequence
from typing import Literal

Mode = Literal["frame-controlled", "shimmed", "real-time"]

ORIGIN = "http://game.localhost"
"""Where every game lives, whatever port serves it, so that storage and `location` are the same in every play."""

_QUIET = (  # no work in the background, no first-run pages, no reports, no store of passwords
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
    "--enable-logging=none",
    (
        "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,InterestFeedContentSuggestions,"
        "CertificateTransparencyComponentUpdater,AutofillServerCommunication,PaintHolding,BackForwardCache,HttpsUpgrades,LensOverlay,"
        "GlobalMediaControls,DestroyProfileOnBrowserClose,AcceptCHFrame,IsolateSandboxedIframes"
    ),
)
_UNTHROTTLED = (  # the driver and not the browser decides when a page runs
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
)
_SAME_EVERYWHERE = (  # pictures and sound do not depend on the machine; WebGL is drawn in software
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--mute-audio",
    "--autoplay-policy=no-user-gesture-required",
    "--disable-blink-features=AutomationControlled",
    "--lang=en-US",
    "--js-flags=--max-old-space-size=1536",
)
_CONTAINED = (  # the jail is the sandbox: Chromium's own needs rights that a jail does not give
    "--no-sandbox",
    "--disable-quic",
    "--disable-dev-shm-usage",
    f"--host-resolver-rules=MAP {ORIGIN.removeprefix('http://')}:80 127.0.0.1:{{port}},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
_FRAMES_ON_DEMAND = (  # a frame is made when the driver asks for it, completely, and never else
    "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw",
    "--disable-new-content-rendering-timeout",
    "--disable-threaded-animation",
    "--disable-threaded-scrolling",
    "--disable-checker-imaging",
    "--disable-image-animation-resync",
)
_FRAMES_AT_ONCE = ("--disable-frame-rate-limit", "--disable-gpu-vsync")  # a picture does not wait for the next tick of a screen: 10 ms, not 36


def arguments(mode: Mode, profile: str) -> Sequence[str]:
    """The browser's arguments; `{port}` in them stands for the port of the file server.

    Args:
        mode: How time and frames are made.
        profile: Folder of the browser's profile as the browser sees it.
    """
    frames = {"frame-controlled": _FRAMES_ON_DEMAND, "shimmed": _FRAMES_AT_ONCE, "real-time": ()}[mode]
    ends = ("--headless", f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank")
    return (*_QUIET, *_UNTHROTTLED, *_SAME_EVERYWHERE, *_CONTAINED, *frames, *ends)

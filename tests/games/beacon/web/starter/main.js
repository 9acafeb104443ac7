// playproof-canary 0b7e5c1a-4d2f-4f0e-9c61-beacon
"use strict";
document.querySelector("canvas").getContext("2d").fillRect(0, 0, 320, 240);

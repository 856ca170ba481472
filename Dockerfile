# One image for every role: the server's own packages and the built client, without a compiler, npm's cache or root.
# The client is built here, so a machine that runs it needs nothing but Docker.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN node scripts/buildIfNeeded.ts
# Removes the packages that only the client's build needs (tests/installation/image.test.ts compares the list with the
# server's imports), npm's Node for machines with an older one (the base image has its own), and the TypeScript compiler,
# an optional peer dependency.
RUN npm uninstall --omit=dev \
      @headlessui/react @simplewebauthn/browser @tailwindcss/vite @vitejs/plugin-react eventsource-parser idb \
      lucide-react msw qr react react-dom react-hook-form react-hot-toast socket.io-client tailwindcss valtio virtua vite wouter \
 && rm -rf node_modules/node-linux-* node_modules/typescript node_modules/@typescript node_modules/.bin

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist/web dist/web
COPY core core
COPY projections projections
COPY api api
RUN install -d -o node -g node -m 700 /data /data/files
USER node
VOLUME /data
EXPOSE 3000
# On SIGTERM it accepts no new connections, finishes requests and exits within ten seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api/main.ts"]

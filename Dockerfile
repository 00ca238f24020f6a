# The program alone, static: docker build -t threefold . && docker run --rm threefold solve "FEN"
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /threefold
COPY . .
RUN cargo build --locked --profile dist -p threefold-cli

FROM scratch
COPY --from=build /threefold/target/dist/threefold /threefold
COPY LICENSE-APACHE LICENSE-MIT /
# Files of the machine: docker run --rm -v "$PWD:/work" threefold solve mates.epd -c proofs/
WORKDIR /work
ENTRYPOINT ["/threefold"]
